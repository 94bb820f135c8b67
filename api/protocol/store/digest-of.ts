import { createHash } from 'node:crypto';

/** What stands in a row in place of what a client holds. */
export const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');
