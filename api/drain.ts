import type { Server, ServerResponse } from 'node:http';

/** How long what is under way may take when the api is told to end. The chart grants more. */
export const drainMs = 20_000;

const isLast = (res: ServerResponse) => void (res.headersSent || res.setHeader('Connection', 'close'));

/**
 * How a server ends: it takes no new connection, answers what was asked, and after a while ends what is left.
 * A connection that is busy when it begins is told that its answer is the last: Node would let it ask on for as long as it likes.
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
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    server.closeIdleConnections();
    const limit = setTimeout(() => server.closeAllConnections(), drainMs);
    await closed;
    clearTimeout(limit);
  };
}
