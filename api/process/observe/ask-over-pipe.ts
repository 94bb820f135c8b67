type Message = { asks: number } | { answers: number; what?: unknown };

/** The other end of the pipe between a worker process and the primary. */
export interface Peer {
  send?(message: Message, done: () => void): unknown;
  on(event: 'message', hears: (message: Message) => void): unknown;
}

/**
 * Answers questions of the other process, and asks it. The answer is undefined if the other process is too slow,
 * fails or is gone.
 */
export function askOverPipe(
  peer: Peer,
  { answer, withinMs }: { answer: () => Promise<unknown>; withinMs: number },
): () => Promise<unknown> {
  const waiting = new Map<number, (what?: unknown) => void>();
  let asked = 0;
  // With a callback, a closed pipe does not raise an error in the process.
  const send = (message: Message) => void peer.send?.(message, () => undefined);
  peer.on('message', (message) => {
    if ('answers' in message) waiting.get(message.answers)?.(message.what);
    else if ('asks' in message) {
      const reply = (what?: unknown) => send({ answers: message.asks, what });
      answer().then(reply, () => reply());
    }
  });
  return () =>
    new Promise((resolve) => {
      const id = ++asked;
      const settle = (what?: unknown) => {
        clearTimeout(timeout);
        waiting.delete(id);
        resolve(what);
      };
      const timeout = setTimeout(settle, withinMs);
      waiting.set(id, settle);
      send({ asks: id });
    });
}
