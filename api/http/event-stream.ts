import type { Server } from 'node:http';
import type { Request, Response } from 'express';

/** A proxy closes a connection that is quiet for longer. */
const lifeSignEveryMs = 20_000;
const lookEveryMs = 1_000;

/** A stopping server ends its streams at once. The client then connects to another one. */
const isStopping = ({ socket }: Request) => (socket as { server?: Server }).server?.listening === false;

/** Begins a stream of server-sent events. `onEnd` is called when its reader leaves or the server stops. */
export function beginEventStream({ req, res }: { req: Request; res: Response }, onEnd: () => void): void {
  res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  res.flushHeaders();
  // A reader who is slow keeps an ended stream open, and a write after the end would be an error.
  const lifeSign = setInterval(() => res.writableEnded || res.write(':\n\n'), lifeSignEveryMs);
  const stopping = setInterval(() => isStopping(req) && res.end(), lookEveryMs).unref();
  res.once('close', () => {
    for (const timer of [lifeSign, stopping]) clearInterval(timer);
    onEnd();
  });
}
