import { createServer } from 'node:http';
import { aliyunGate } from '../world/aliyun-signature.ts';

/**
 * Stands in for Alibaba Cloud SMS by its documents «SendSms» (API version 2017-05-25) and «Request signatures»
 * (RPC, version 1.0). It checks the signature as the service does, and keeps the messages.
 */
export async function startSmsService(accessKeyId: string, secret: string) {
  const sent: Record<string, string>[] = [];
  const problemOf = aliyunGate(accessKeyId, secret);

  function judge(method: string, asked: URLSearchParams): { Code: string; Message: string } {
    const problem = problemOf(method, asked);
    if (problem) return { Code: problem, Message: problem };
    const { Signature: _, ...message } = Object.fromEntries(asked);
    sent.push(message);
    return { Code: 'OK', Message: 'OK' };
  }

  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const answer = judge(req.method ?? '', new URLSearchParams(Buffer.concat(chunks).toString()));
    res.writeHead(answer.Code === 'OK' ? 200 : 400).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { sent, url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}
