import { createHash } from 'node:crypto';

/** A served document, with the hash of its text as ETag. */
export interface Document {
  text: string;
  etag: string;
}

export function documentOf(content: unknown): Document {
  const text = JSON.stringify(content);
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}
