import type { Server, ServerResponse } from 'node:http';
import { Server as Listener } from 'node:net';

/** The time for running requests and jobs after the signal to end. The chart grants more. */
export const drainMs = 20_000;
/** A request on a kept connection may be on its way already, so idle connections stay this long. */
const lastAsksMs = 500;

const isLast = (res: ServerResponse) => void (res.headersSent || res.setHeader('Connection', 'close'));

/**
 * Ends a server without failed requests. It accepts no new connections, answers the running requests, and then
 * closes the rest. A kept connection gets `Connection: close` with its next response. Closing it at once would
 * reset requests on their way, which clients may not repeat. Idle connections close a moment later.
 */
export function drainOf(server: Server): () => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let isDraining = false;
  server.prependListener('request', (_req, res) => {
    if (isDraining) return isLast(res);
    underWay.add(res);
    res.once('close', () => underWay.delete(res));
  });
  return async () => {
    isDraining = true;
    for (const res of underWay) isLast(res);
    // Closes only the listener. `close` of an HTTP server would also close kept connections, and stop the check
    // for half-sent requests.
    const closed = new Promise<void>((resolve) => void Listener.prototype.close.call(server, () => resolve()));
    const quiet = setTimeout(() => server.closeIdleConnections(), lastAsksMs);
    const limit = setTimeout(() => server.closeAllConnections(), drainMs);
    await closed;
    for (const timer of [quiet, limit]) clearTimeout(timer);
    server.close();
  };
}
