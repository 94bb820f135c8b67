import { createHash, createHmac } from 'node:crypto';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { percentEncoded } from '../../core/percent-encoded.ts';
import { type CloudRequest, cloudStore, hostAddress, urlOf } from './cloud-store.ts';
import type { FileService } from './file-service.ts';

/** The lifetime of a signature. */
const seconds = 600;

const hmac = (key: string, text: string) => createHmac('sha1', key).update(text).digest('hex');

/** The bucket's own host, or the endpoint of the provider. */
const addressOf = ({ endpoint, bucket, regionId }: Provider) =>
  endpoint ? urlOf(endpoint) : hostAddress(`${bucket}.cos.${regionId}.myqcloud.com`);

/** The signature of Tencent Cloud COS. It covers the path and all headers. */
function sign({ method, url, headers }: CloudRequest, { clientId, clientSecret }: Provider) {
  const now = Math.floor(Date.now() / 1000);
  const time = `${now};${now + seconds}`;
  const listed = Object.entries({ ...headers, host: url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const values = listed.map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`).join('&');
  const request = `${method.toLowerCase()}\n${decodeURIComponent(url.pathname)}\n\n${values}\n`;
  const toSign = `sha1\n${time}\n${createHash('sha1').update(request).digest('hex')}\n`;
  const authorization = Object.entries({
    'q-sign-algorithm': 'sha1',
    'q-ak': clientId,
    'q-sign-time': time,
    'q-key-time': time,
    'q-header-list': listed.map(([name]) => name).join(';'),
    'q-url-param-list': '',
    'q-signature': hmac(hmac(clientSecret, time), toSign),
  });
  return { ...headers, authorization: authorization.map((pair) => pair.join('=')).join('&') };
}

export const tencentCloudCos: FileService = (provider, { way }) => {
  const readable = { 'x-cos-acl': 'public-read' };
  return cloudStore({ address: addressOf(provider), readable, sign: (asked) => sign(asked, provider) }, provider, way);
};
