import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** One request to a service, for its stand-in to judge. */
interface Heard {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Credentials {
  id: string;
  secret: string;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const headerLines = (names: string, headers: IncomingHttpHeaders) =>
  names.split(';').map((name) => `${name}:${headers[name]}\n`);

/** «Signature Method v3» of Tencent Cloud's API 3.0: the answer of SendSms, 2019-07-11. */
function tencent({ method, path, headers, body }: Heard, { id, secret }: Credentials): object {
  const told = /^TC3-HMAC-SHA256 Credential=(.+?)\/(.+?), SignedHeaders=(.+?), Signature=(\w+)$/;
  const [, asked, scope = '', names = '', signature] = told.exec(headers.authorization ?? '') ?? [];
  const failed = (Code: string) => ({ Response: { Error: { Code, Message: 'refused' }, RequestId: '1' } });
  const [date = '', service = '', end] = scope.split('/');
  const timestamp = String(headers['x-tc-timestamp']);
  const isToday = date === new Date(Number(timestamp) * 1000).toISOString().slice(0, 10);
  if (asked !== id) return failed('AuthFailure.SecretIdNotFound');
  if (names !== 'content-type;host' || service !== 'sms' || end !== 'tc3_request' || !isToday)
    return failed('AuthFailure.SignatureFailure');
  const request = `${method}\n${path}\n\n${headerLines(names, headers).join('')}\n${names}\n${sha256(body)}`;
  const key = hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request');
  const expected = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(request)}`).toString('hex');
  if (signature !== expected) return failed('AuthFailure.SignatureFailure');
  if (headers['x-tc-action'] !== 'SendSms' || headers['x-tc-version'] !== '2019-07-11') return failed('InvalidAction');
  return { Response: { SendStatusSet: [{ Code: 'Ok', Message: 'send success' }], RequestId: '1' } };
}

/** «Signature algorithm» of Volc Engine's open API: the answer of SendSms, 2020-01-01. */
function volcEngine({ method, path, headers, body }: Heard, { id, secret }: Credentials): object {
  const told = /^HMAC-SHA256 Credential=(.+?)\/(.+?), SignedHeaders=(.+?), Signature=(\w+)$/;
  const [, asked, scope = '', names = '', signature] = told.exec(headers.authorization ?? '') ?? [];
  const failed = (Code: string) => ({ ResponseMetadata: { Error: { Code, Message: 'refused' } } });
  const [date = '', region = '', service = ''] = scope.split('/');
  if (asked !== id) return failed('InvalidAccessKey');
  const needed = ['host', 'x-content-sha256', 'x-date'].every((name) => names.split(';').includes(name));
  if (!needed || headers['x-content-sha256'] !== sha256(body)) return failed('InvalidAuthorization');
  const [address, query] = path.split('?');
  const request = `${method}\n${address}\n${query}\n${headerLines(names, headers).join('')}\n${names}\n${sha256(body)}`;
  const key = hmac(hmac(hmac(hmac(secret, date), region), service), 'request');
  const text = `HMAC-SHA256\n${headers['x-date']}\n${scope}\n${sha256(request)}`;
  if (signature !== hmac(key, text).toString('hex')) return failed('SignatureDoesNotMatch');
  if (service !== 'volcSMS' || query !== 'Action=SendSms&Version=2020-01-01') return failed('InvalidActionOrVersion');
  return { ResponseMetadata: { RequestId: '1' }, Result: { MessageID: ['1'] } };
}

/** «Sending SMSs» of Huawei Cloud's Message & SMS, with its X-WSSE header. */
function huawei({ method, path, headers }: Heard, { id, secret }: Credentials): object {
  const told = /^UsernameToken Username="(.+?)",PasswordDigest="(.+?)",Nonce="(\w+)",Created="(.+?)"$/;
  const [, asked, digest, nonce, created] = told.exec(String(headers['x-wsse'])) ?? [];
  const expected = createHash('sha256').update(`${nonce}${created}${secret}`).digest('base64');
  const isWsse = headers.authorization === 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"';
  if (!isWsse || asked !== id || digest !== expected) return { code: 'E000103', description: 'refused' };
  if (`${method} ${path}` !== 'POST /sms/batchSendSms/v1') return { code: 'E000000', description: 'no such path' };
  return { code: '000000', description: 'Success', result: [] };
}

const judges = { 'Tencent Cloud SMS': tencent, 'Volc Engine SMS': volcEngine, 'Huawei Cloud SMS': huawei };
export type Vendor = keyof typeof judges;

/** Stands in for one of these services. It checks the signature as the service does, and keeps the messages. */
export async function startVendor(vendor: Vendor, credentials: Credentials) {
  const heard: Heard[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = req;
    const request = { method, path, headers, body: Buffer.concat(chunks).toString() };
    heard.push(request);
    res.end(JSON.stringify(judges[vendor](request, credentials)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { heard, url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}
