import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface SlowLine {
  url: string;
  /** Sends the rest of the page. */
  release: () => void;
  stop: () => Promise<void>;
}

/** A connection on which a page with this mark stops there until the rest is sent. */
export async function inPieces(origin: string, mark: string): Promise<SlowLine> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = createServer(async (req, res) => {
    const { accept = '*/*' } = req.headers;
    const answer = await fetch(new URL(req.url ?? '/', origin), { headers: { accept } });
    const kept = [...answer.headers].filter(([name]) => !/^(content-(encoding|length)|connection)$/.test(name));
    res.writeHead(answer.status, Object.fromEntries(kept));
    const body = Buffer.from(await answer.arrayBuffer());
    const at = Math.max(0, body.indexOf(mark));
    async function* pieces() {
      yield body.subarray(0, at);
      if (at > 0) await released;
      yield body.subarray(at);
    }
    await pipeline(Readable.from(pieces()), res);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
