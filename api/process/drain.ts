import type { Server, ServerResponse } from 'node:http';
import { Server as Listener } from 'node:net';

/** How long what is under way may take when the api is told to end. The chart grants more. */
export const drainMs = 20_000;
/** What comes over connections that are kept comes within this time, or hardly ever: it may be on its way already. */
const lastAsksMs = 500;

const isLast = (res: ServerResponse) => void (res.headersSent || res.setHeader('Connection', 'close'));

/**
 * How a server ends: it takes no new connection, answers what was asked, and after a while ends what is left.
 * A connection that is kept is told with its next answer that this is the last: to close it at once would reset what is being sent
 * over it, which no client may repeat by itself. One that says nothing goes a moment later.
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
    // The listener alone: a server of HTTP would close what is kept, and look no more for what was half sent.
    const closed = new Promise<void>((resolve) => void Listener.prototype.close.call(server, () => resolve()));
    const quiet = setTimeout(() => server.closeIdleConnections(), lastAsksMs);
    const limit = setTimeout(() => server.closeAllConnections(), drainMs);
    await closed;
    for (const timer of [quiet, limit]) clearTimeout(timer);
    server.close();
  };
}
