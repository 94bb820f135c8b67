import { createServer, type IncomingMessage } from 'node:http';

type Answer = [status: number, content: Buffer | string];

/** A server of a vendor that cannot be reached from here; what it knows of the vendor is in its `judge`. */
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
