// The kernel's module in JavaScript: an instance, and arrays in its memory, as docs/kernel.md describes them.

const TYPES = { i64: BigInt64Array, f64: Float64Array, f32: Float32Array };

/** How many bytes lie before the first number of an array: its rows and its columns. */
const HEADER = 16;

const PAGE = 65536;

/** Fetches a file that lies beside the scripts. @param {string} name */
export async function file(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

export const kernel_module = async () => WebAssembly.compile(await (await file("kernel.wasm")).arrayBuffer());

export class Kernel {
  /** Makes an instance. `end` is where the free memory begins, if that isn't the module's own beginning. @param {WebAssembly.Module} module @param {number} [end] */
  constructor(module, end) {
    /** @type {any} */
    this.functions = new WebAssembly.Instance(module).exports;
    this.end = end ?? this.functions.__heap_base.value;
    this.reserve(this.end);
  }

  get memory() {
    return /** @type {ArrayBuffer} */ (this.functions.memory.buffer);
  }

  /** @param {number} end */
  reserve(end) {
    const lacking = end - this.memory.byteLength;
    if (lacking > 0) this.functions.memory.grow(Math.ceil(lacking / PAGE));
  }

  /** @param {number} bytes */
  allocate(bytes) {
    const address = (this.end + 15) & ~15;
    this.reserve(address + bytes);
    this.end = address + bytes;
    return address;
  }

  /**
   * Returns numbers in the memory, to be read and written. Growing the memory invalidates all views.
   * @template {keyof typeof TYPES} T @param {T} type @param {number} address @param {number} length @returns {InstanceType<typeof TYPES[T]>}
   */
  view(type, address, length) {
    return /** @type {any} */ (new TYPES[type](this.memory, address, length));
  }

  /** @param {keyof typeof TYPES} type @param {number} rows @param {number} columns */
  zeros(type, rows, columns = 1) {
    const address = this.allocate(HEADER + rows * columns * TYPES[type].BYTES_PER_ELEMENT) + HEADER;
    this.view("i64", address - HEADER, 2).set([BigInt(rows), BigInt(columns)]);
    return address;
  }

  /** @param {number[]} fields */
  record(fields) {
    const address = this.allocate(8 * fields.length);
    this.view("i64", address, fields.length).set(fields.map(BigInt));
    return address;
  }

  /** @param {readonly (bigint | number | string)[]} numbers */
  integers(numbers) {
    const address = this.zeros("i64", numbers.length);
    this.view("i64", address, numbers.length).set(numbers.map(BigInt));
    return address;
  }
}
