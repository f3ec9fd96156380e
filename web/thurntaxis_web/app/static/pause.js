// Pauses of a worker: for the one that runs Python, and for those that grow trees.

/** Lets messages that have arrived be handled. */
export function pause() {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve(undefined);
    };
    channel.port2.postMessage(undefined);
  });
}
