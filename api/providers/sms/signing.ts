import { createHmac, hash } from 'node:crypto';

export const digested = (text: string): string => hash('sha256', text, 'hex');

/** A key of a day and a service: each part is signed with the one before, so that the secret signs nothing itself. */
export const keyOf = (secret: string, ...parts: string[]): Buffer =>
  parts.reduce<Buffer>((key, part) => createHmac('sha256', key).update(part).digest(), Buffer.from(secret));

export const signed = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

interface Request {
  method: string;
  url: URL;
  /** In small letters, by their names' order. */
  headers: Record<string, string>;
  body: string;
}

export const namesOf = (headers: Record<string, string>): string => Object.keys(headers).join(';');

/** A request as Tencent Cloud and Volc Engine write it down to sign it. */
export const canonical = ({ method, url, headers, body }: Request): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  return [method, url.pathname, url.search.slice(1), lines.join(''), namesOf(headers), digested(body)].join('\n');
};
