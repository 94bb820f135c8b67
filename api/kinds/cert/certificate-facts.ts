import { X509Certificate } from 'node:crypto';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** A chain is shorter. Parsing many certificates would cost much time. */
const most = 20;

const oneLine = (name: string) => name.replaceAll('\n', ', ');

/** The certificates of a text: as PEM, or the base64 of one as SAML metadata contains it. */
function certificatesIn(text: string): X509Certificate[] {
  const blocks = text.match(block)?.slice(0, most);
  return (blocks ?? [Buffer.from(text, 'base64')]).map((each) => new X509Certificate(each));
}

/**
 * The names and the end of each certificate in a text. Empty if the text is no certificate, because an incomplete text is no error
 * while somebody types.
 */
export function factsOf(text: string): { subject: string; issuer: string; expireTime: string }[] {
  try {
    return certificatesIn(text).map(({ subject, issuer, validToDate }) => ({
      subject: oneLine(subject),
      issuer: oneLine(issuer),
      expireTime: validToDate.toISOString(),
    }));
  } catch {
    return [];
  }
}
