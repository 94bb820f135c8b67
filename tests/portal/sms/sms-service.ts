import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * Stands in for Alibaba Cloud SMS by its documents «SendSms» (API version 2017-05-25) and «Request signatures»
 * (RPC, version 1.0). It checks the signature as the service does, and keeps the messages.
 */
export async function startSmsService(accessKeyId: string, secret: string) {
  const sent: Record<string, string>[] = [];
  const nonces = new Set<string>();
  const encode = (text: string) =>
    encodeURIComponent(text)
      .replaceAll('!', '%21')
      .replaceAll("'", '%27')
      .replaceAll('(', '%28')
      .replaceAll(')', '%29')
      .replaceAll('*', '%2A');

  function judge(method: string, asked: URLSearchParams): { Code: string; Message: string } {
    const { Signature, ...signed } = Object.fromEntries(asked);
    const names = Object.keys(signed).sort();
    const canonical = names.map((name) => `${encode(name)}=${encode(signed[name] ?? '')}`).join('&');
    const expected = createHmac('sha1', `${secret}&`)
      .update(`${method}&%2F&${encode(canonical)}`)
      .digest('base64');
    if (signed.AccessKeyId !== accessKeyId) return { Code: 'InvalidAccessKeyId.NotFound', Message: 'not found' };
    if (Signature !== expected) return { Code: 'SignatureDoesNotMatch', Message: 'The signature does not match' };
    if (nonces.has(signed.SignatureNonce ?? '')) return { Code: 'SignatureNonceUsed', Message: 'used' };
    nonces.add(signed.SignatureNonce ?? '');
    sent.push(signed as Record<string, string>);
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
