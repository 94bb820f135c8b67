import { createHmac } from 'node:crypto';

const encode = (text: string) =>
  encodeURIComponent(text)
    .replaceAll('!', '%21')
    .replaceAll("'", '%27')
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
    .replaceAll('*', '%2A');

/**
 * Judges the signature of a request to Alibaba Cloud by its document «Request signatures» (RPC, version 1.0): the key, the
 * signature, and that no request comes twice. It answers the vendor's code for the problem.
 */
export function aliyunGate(accessKeyId: string, secret: string) {
  const nonces = new Set<string>();
  return (method: string, asked: URLSearchParams): string | undefined => {
    const { Signature, ...signed } = Object.fromEntries(asked);
    const names = Object.keys(signed).sort();
    const canonical = names.map((name) => `${encode(name)}=${encode(signed[name] ?? '')}`).join('&');
    const expected = createHmac('sha1', `${secret}&`)
      .update(`${method}&%2F&${encode(canonical)}`)
      .digest('base64');
    if (signed.AccessKeyId !== accessKeyId) return 'InvalidAccessKeyId.NotFound';
    if (Signature !== expected) return 'SignatureDoesNotMatch';
    if (nonces.has(signed.SignatureNonce ?? '')) return 'SignatureNonceUsed';
    nonces.add(signed.SignatureNonce ?? '');
    return undefined;
  };
}
