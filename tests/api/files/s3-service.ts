import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { startStandIn } from './stand-in.ts';

export const keys = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'eu-central-1' };

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=(\S+), Signature=(\w{64})$/;

/** The error of a request, as a code of «Error responses», or nothing if it may pass. */
function refusalOf(req: IncomingMessage, body: Buffer): string | undefined {
  const { headers, method = '', url = '' } = req;
  const [, id, day = '', region = '', signed = '', signature] = authorization.exec(headers.authorization ?? '') ?? [];
  const date = String(headers['x-amz-date']);
  const at = Date.parse(date.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'));
  if (id !== keys.id) return 'InvalidAccessKeyId';
  if (region !== keys.region || !date.startsWith(day)) return 'AuthorizationHeaderMalformed';
  if (!(Math.abs(Date.now() - at) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!needed.every((name) => names.includes(name))) return 'AccessDenied';
  const [path = '', query = ''] = url.split('?');
  const listed = names.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}\n`).join('');
  const canonical = [method, path, query, listed, signed, headers['x-amz-content-sha256']].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${keys.secret}`, day));
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

/**
 * Stands in for Amazon S3 after «Amazon S3 API Reference» (PutObject, DeleteObject) and «Authenticating Requests (AWS
 * Signature Version 4)». It checks signatures as S3 does, stores objects, and serves the public ones. The bucket `modern` has
 * no access control lists. The bucket `flaky` fails once for each object. A deletion waits for the object’s promise in `held`.
 */
export async function startS3Service() {
  const objects = new Map<string, { content: Buffer; headers: IncomingMessage['headers'] }>();
  const tried = new Set<string>();
  const held = new Map<string, () => Promise<void>>();

  async function answer(req: IncomingMessage, body: Buffer): Promise<[status: number, content: Buffer | string]> {
    const path = decodeURIComponent(req.url?.split('?')[0] ?? '');
    const error = (status: number, code: string): [number, string] => [status, `<Error><Code>${code}</Code></Error>`];
    if (req.method === 'GET') {
      const found = objects.get(path);
      const isOpen = found?.headers['x-amz-acl'] === 'public-read' || path.startsWith('/modern/');
      return found && isOpen ? [200, found.content] : error(403, 'AccessDenied');
    }
    const refusal = refusalOf(req, body);
    if (refusal) return error(403, refusal);
    if (!/^\/(files|modern|flaky)\//.test(path)) return error(404, 'NoSuchBucket');
    if (path.startsWith('/modern/') && req.headers['x-amz-acl']) return error(400, 'AccessControlListNotSupported');
    if (path.startsWith('/flaky/') && !tried.has(path)) return tried.add(path) && error(503, 'SlowDown');
    if (req.method === 'PUT') objects.set(path, { content: body, headers: req.headers });
    if (req.method === 'DELETE') {
      await held.get(path)?.();
      objects.delete(path);
    }
    return [req.method === 'PUT' ? 200 : 204, ''];
  }

  const server = await startStandIn(answer);
  return { objects, held, ...server };
}
