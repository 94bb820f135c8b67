import { createHash, createHmac } from 'node:crypto';
import { startStandIn } from './stand-in.ts';

export const cosKeys = { id: 'an id of the store', secret: 'a secret of the store' };

interface CosRequest {
  method: string;
  /** Decoded. */
  path: string;
  /** The signed ones. */
  headers: Record<string, string>;
  /** Start and end of its validity, in seconds. */
  time: string;
}

export const cosHmac = (key: string, text: string) => createHmac('sha1', key).update(text).digest('hex');
const encoded = (text: string) =>
  [...encodeURIComponent(text)].map((sign) =>
    "!'()*".includes(sign) ? `%${Buffer.from(sign).toString('hex')}` : sign,
  );
const upper = (text: string) => text.replaceAll(/%[0-9a-f]{2}/g, (each) => each.toUpperCase());

/** The signed text of a request, after «Request Signature» of Tencent Cloud COS (XML version). */
export function cosTextToSign({ method, path, headers, time }: CosRequest): string {
  const values = Object.keys(headers)
    .sort()
    .map((name) => `${name}=${upper(encoded(headers[name] ?? '').join(''))}`);
  const request = `${method.toLowerCase()}\n${path}\n\n${values.join('&')}\n`;
  return `sha1\n${time}\n${createHash('sha1').update(request).digest('hex')}\n`;
}

/** Stands in for a bucket of Tencent Cloud COS: PUT Object, DELETE Object and GET of public objects. It checks signatures as COS does. */
export async function startCosBucket() {
  const objects = new Map<string, { content: Buffer; headers: Record<string, string> }>();

  function judge(
    method: string,
    path: string,
    headers: Record<string, string>,
    content: Buffer,
  ): [number, Buffer | string] {
    const error = (status: number, code: string): [number, string] => [status, `<Error><Code>${code}</Code></Error>`];
    if (method === 'GET') {
      const found = objects.get(path);
      return found?.headers['x-cos-acl'] === 'public-read' ? [200, found.content] : error(403, 'AccessDenied');
    }
    const said = new Map((headers.authorization ?? '').split('&').map((pair) => pair.split('=') as [string, string]));
    const names = said.get('q-header-list')?.split(';') ?? [];
    const time = said.get('q-key-time') ?? '';
    const [from = 0, to = 0] = time.split(';').map(Number);
    const now = Date.now() / 1000;
    const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-cos-'))];
    const signed = Object.fromEntries(names.map((name) => [name, headers[name] ?? '']));
    const text = cosTextToSign({ method, path, headers: signed, time });
    if (said.get('q-sign-algorithm') !== 'sha1' || !needed.every((name) => names.includes(name)))
      return error(400, 'InvalidArgument');
    if (said.get('q-ak') !== cosKeys.id) return error(403, 'InvalidAccessKeyId');
    if (now < from - 60 || now > to) return error(403, 'RequestIsExpired');
    if (said.get('q-signature') !== cosHmac(cosHmac(cosKeys.secret, time), text))
      return error(403, 'SignatureDoesNotMatch');
    if (method === 'PUT') objects.set(path, { content, headers });
    else if (!objects.delete(path)) return error(404, 'NoSuchKey');
    return [method === 'PUT' ? 200 : 204, ''];
  }

  const server = await startStandIn(({ method = '', url = '', headers }, body) =>
    judge(method, decodeURIComponent(url.split('?')[0] ?? ''), headers as Record<string, string>, body),
  );
  return { objects, ...server };
}
