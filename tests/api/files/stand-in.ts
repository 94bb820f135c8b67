import { createServer, type IncomingMessage } from 'node:http';

type Answer = [status: number, content: Buffer | string];

/** Stands in for a vendor’s server that tests cannot reach. Its `judge` has the vendor’s rules. */
export async function startStandIn(judge: (req: IncomingMessage, body: Buffer) => Answer | Promise<Answer>) {
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = await req.toArray();
    const [status, content] = await judge(req, Buffer.concat(chunks));
    res.writeHead(status).end(content);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
