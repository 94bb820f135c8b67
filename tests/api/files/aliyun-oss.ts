import { createHash, createHmac } from 'node:crypto';
import { startStandIn } from './stand-in.ts';

export const ossKeys = { id: 'LTAI-example', secret: 'the/secret+of the store', region: 'cn-hangzhou' };

export interface OssRequest {
  method: string;
  /** The encoded path with the bucket, and the query. */
  resource: string;
  headers: Record<string, string>;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The signature of a request, after «Include a V4 signature in the Authorization header». */
export function ossSignature({ method, resource, headers }: OssRequest, region: string, secret: string): string {
  const [path, query = ''] = resource.split('?');
  const listed = Object.keys(headers)
    .filter((name) => /^(content-type|content-md5|x-oss-.*)$/.test(name))
    .sort();
  const canonicalHeaders = listed.map((name) => `${name}:${headers[name]?.trim()}\n`).join('');
  const canonical = `${method}\n${path}\n${query.split('&').sort().join('&')}\n${canonicalHeaders}\n\n${headers['x-oss-content-sha256']}`;
  const date = headers['x-oss-date'] ?? '';
  const day = date.slice(0, 8);
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const toSign = `OSS4-HMAC-SHA256\n${date}\n${day}/${region}/oss/aliyun_v4_request\n${hashed}`;
  const key = hmac(hmac(hmac(hmac(`aliyun_v4${secret}`, day), region), 'oss'), 'aliyun_v4_request');
  return hmac(key, toSign).toString('hex');
}

/** Stands in for Alibaba Cloud OSS: PutObject, DeleteObject and GetObject of public objects. It checks signatures as OSS does. */
export async function startOssService() {
  const objects = new Map<string, { content: Buffer; headers: Record<string, string> }>();

  function judge({ method, resource, headers }: OssRequest, content: Buffer): [number, Buffer | string] {
    const error = (status: number, code: string): [number, string] => [status, `<Error><Code>${code}</Code></Error>`];
    const name = decodeURIComponent(resource.split('?')[0] ?? '');
    if (method === 'GET') {
      const found = objects.get(name);
      return found?.headers['x-oss-object-acl'] === 'public-read' ? [200, found.content] : error(403, 'AccessDenied');
    }
    const { id, region, secret } = ossKeys;
    const day = headers['x-oss-date']?.slice(0, 8);
    const signature = ossSignature({ method, resource, headers }, region, secret);
    const expected = `OSS4-HMAC-SHA256 Credential=${id}/${day}/${region}/oss/aliyun_v4_request,Signature=${signature}`;
    if (day !== new Date().toISOString().slice(0, 10).replaceAll('-', '')) return error(403, 'RequestTimeTooSkewed');
    if (headers.authorization !== expected) return error(403, 'SignatureDoesNotMatch');
    if (method === 'PUT') objects.set(name, { content, headers });
    if (method === 'DELETE') objects.delete(name);
    return [method === 'PUT' ? 200 : 204, ''];
  }

  const server = await startStandIn(({ method = '', url: resource = '', headers }, body) =>
    judge({ method, resource, headers: headers as Record<string, string> }, body),
  );
  return { objects, ...server };
}
