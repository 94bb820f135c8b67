import type { Server } from 'node:http';
import type { Request, Response } from 'express';

/** A proxy closes a connection that is quiet for longer. */
const lifeSignEveryMs = 20_000;
const lookEveryMs = 1_000;

/** A stopping server ends its streams at once. The client then connects to another one. */
const isStopping = ({ socket }: Request) => (socket as { server?: Server }).server?.listening === false;

/** Begins a stream of server-sent events. The promise resolves when its reader leaves or the server stops. */
export function beginEventStream({ req, res }: { req: Request; res: Response }): Promise<void> {
  res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  res.flushHeaders();
  const lifeSign = setInterval(() => res.write(':\n\n'), lifeSignEveryMs);
  const stopping = setInterval(() => isStopping(req) && res.end(), lookEveryMs).unref();
  return new Promise((resolve) => {
    res.once('close', () => {
      for (const timer of [lifeSign, stopping]) clearInterval(timer);
      resolve();
    });
  });
}
