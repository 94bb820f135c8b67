import { createHash, X509Certificate } from 'node:crypto';
import { refusedBy } from '../channel.ts';

const blocks = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The signature algorithms of RSA begin with this. The root certificates also have some of the Chinese algorithm SM2. */
const rsa = '1.2.840.113549.1.1';

function certificatesIn(text: string, what: string): X509Certificate[] {
  try {
    return (text.match(blocks) ?? []).map((block) => new X509Certificate(block));
  } catch (cause) {
    throw refusedBy(`${what} is no certificate`, cause);
  }
}

/** Alipay's own number of a certificate: MD5 over its issuer, from the name to the country, and its number in decimal digits. */
function numberOf({ issuer, serialNumber }: X509Certificate): string {
  const name = issuer.split('\n').toReversed().join(',');
  return createHash('md5')
    .update(`${name}${BigInt(`0x${serialNumber}`)}`)
    .digest('hex');
}

/** `app_cert_sn`, and `alipay_cert_sn` in answers. If a field has a chain, the first certificate is meant. */
export function certificateNumber(pem: string, what: string): string {
  const [first] = certificatesIn(pem, what);
  if (!first) throw refusedBy(`${what} is missing`);
  return numberOf(first);
}

/**
 * `alipay_root_cert_sn`: the numbers of the root certificates with RSA. Read on 2026-11-29 in `antcertutil.ts` of Alipay's own client,
 * https://github.com/alipay/alipay-sdk-nodejs-all.
 */
export function rootNumbers(pem: string): string {
  const roots = certificatesIn(pem, 'a root certificate').filter(({ signatureAlgorithmOid: oid }) =>
    oid.startsWith(rsa),
  );
  if (roots.length === 0) throw refusedBy('the cert has no root certificates of Alipay');
  return roots.map(numberOf).join('_');
}
