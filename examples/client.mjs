// A client of the engine protocol that needs no package: a program plays a game against itself.
//
// node examples/client.mjs taxis engine

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

class Client {
    // Starts the program; `ask` sends it lines.
    constructor([program, ...words]) {
        this.program = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
        this.lines = createInterface({ input: this.program.stdout })[Symbol.asyncIterator]();
    }

    // Sends a line, and returns its answer up to the line that begins with the word `last`.
    async ask(line, last) {
        this.program.stdin.write(`${line}\n`);
        const heard = [];
        do {
            const { value, done } = await this.lines.next();
            if (done || /^(error|illegal) /.test(value)) throw new Error(`${line}: ${value ?? "the program ended"}`);
            heard.push(value);
        } while (heard.at(-1).split(" ")[0] !== last);
        return heard;
    }
}

// Draws an event of chance by its weight from lines `weight N EVENT`.
function drawn(lines) {
    const weighed = lines.map((line) => line.match(/^weight (\d+) (.*)$/).slice(1));
    let left = Math.random() * weighed.reduce((sum, [weight]) => sum + Number(weight), 0);
    return weighed.find(([weight]) => (left -= Number(weight)) < 0)[1];
}

const client = new Client(process.argv.length > 2 ? process.argv.slice(2) : ["taxis", "engine"]);
await client.ask("taxis", "taxisok");
await client.ask("position new players 2 seed 1", "positionok");
for (;;) {
    const decides = (await client.ask("decides", "decides")).at(-1);
    if (decides === "decides nobody") break;
    const event =
        decides === "decides chance"
            ? drawn((await client.ask("weights", "weightsok")).slice(0, -1))
            : (await client.ask("go playouts 100", "bestturn")).at(-1).slice("bestturn ".length).split("; ")[0];
    await client.ask(`apply ${event}`, "applyok");
    console.log(event);
}
console.log((await client.ask("scores", "scores")).at(-1));
client.program.stdin.end("quit\n");
