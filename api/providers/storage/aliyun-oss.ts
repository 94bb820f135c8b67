import { createHash, createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { pathEncoded } from '../../core/percent-encoded.ts';
import { type CloudRequest, cloudStore, hostAddress, urlOf } from './cloud-store.ts';
import type { FileService } from './file-service.ts';

const usualEndpoint = 'oss-cn-hangzhou.aliyuncs.com';
const unsigned = 'UNSIGNED-PAYLOAD';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The endpoint of the public cloud contains the region. Other endpoints need `regionId`. */
const regionOf = ({ regionId, endpoint }: Provider) =>
  regionId.replace(/^oss-/, '') ||
  (/oss-([a-z0-9-]+?)(-internal)?\.aliyuncs/.exec(endpoint || usualEndpoint)?.[1] ?? '');

/** The host contains the bucket, unless the host is an IP address: then the path does. */
function addressOf({ endpoint, bucket }: Provider): string {
  const url = new URL(urlOf(endpoint || usualEndpoint));
  return isIP(url.hostname) ? `${url.origin}/${bucket}` : hostAddress(`${bucket}.${url.host}`, url.protocol);
}

/** Version 4 of the signature of Alibaba Cloud OSS. It covers the content type and all headers of OSS. */
function sign({ method, key, headers }: CloudRequest, provider: Provider): Record<string, string> {
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const own = { ...headers, 'x-oss-content-sha256': unsigned, 'x-oss-date': date };
  const listed = Object.entries(own)
    .filter(([name]) => name === 'content-type' || name.startsWith('x-oss-'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}\n`);
  const resource = pathEncoded(`/${provider.bucket}${key}`);
  const canonical = [method, resource, '', listed.join(''), '', unsigned].join('\n');
  const scope = [date.slice(0, 8), regionOf(provider), 'oss', 'aliyun_v4_request'];
  const digest = createHash('sha256').update(canonical).digest('hex');
  const signingKey = scope.reduce<string | Buffer>(hmac, `aliyun_v4${provider.clientSecret}`);
  const signature = hmac(signingKey as Buffer, ['OSS4-HMAC-SHA256', date, scope.join('/'), digest].join('\n'));
  const credential = [provider.clientId, ...scope].join('/');
  return { ...own, authorization: `OSS4-HMAC-SHA256 Credential=${credential},Signature=${signature.toString('hex')}` };
}

export const aliyunOss: FileService = (provider, { way }) => {
  const readable = { 'x-oss-object-acl': 'public-read' };
  return cloudStore({ address: addressOf(provider), readable, sign: (asked) => sign(asked, provider) }, provider, way);
};
