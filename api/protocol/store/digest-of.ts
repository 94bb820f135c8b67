import { hash } from 'node:crypto';

/** What stands in a row in place of what a client holds. */
export const digestOf = (text: string) => hash('sha256', text, 'base64url');
