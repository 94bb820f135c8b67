import { createHmac, randomUUID } from 'node:crypto';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { percentEncoded } from '../core/percent-encoded.ts';

/** Signature version 1.0 of Alibaba Cloud's RPC interface: HMAC-SHA1 over the sorted parameters. */
function aliyunSignature(method: string, parameters: Record<string, string>, secret: string): string {
  const query = Object.entries(parameters)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .join('&');
  return createHmac('sha1', `${secret}&`)
    .update([method, percentEncoded('/'), percentEncoded(query)].join('&'))
    .digest('base64');
}

/** The signed parameters of a request to one of Alibaba Cloud's services. */
export function aliyunParameters(
  { clientId, clientSecret }: Pick<Provider, 'clientId' | 'clientSecret'>,
  asked: Record<string, string>,
  { method, now }: { method: 'GET' | 'POST'; now: Date },
): Record<string, string> {
  const parameters = {
    AccessKeyId: clientId,
    Format: 'JSON',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: randomUUID(),
    SignatureVersion: '1.0',
    Timestamp: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    ...asked,
  };
  return { ...parameters, Signature: aliyunSignature(method, parameters, clientSecret) };
}
