import { createHmac, hash } from 'node:crypto';

export const digested = (text: string): string => hash('sha256', text, 'hex');

/** The key for one day and service. Each part is signed with the key before it, so the secret itself signs no request. */
export const keyOf = (secret: string, ...parts: string[]): Buffer =>
  parts.reduce<Buffer>((key, part) => createHmac('sha256', key).update(part).digest(), Buffer.from(secret));

export const signed = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

interface Request {
  method: string;
  url: URL;
  /** With names in lower case, sorted by name. */
  headers: Record<string, string>;
  body: string;
}

export const namesOf = (headers: Record<string, string>): string => Object.keys(headers).join(';');

/** The canonical form of a request that Tencent Cloud and Volc Engine sign. */
export const canonical = ({ method, url, headers, body }: Request): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  return [method, url.pathname, url.search.slice(1), lines.join(''), namesOf(headers), digested(body)].join('\n');
};
