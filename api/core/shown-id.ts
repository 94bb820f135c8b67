import { hash } from 'node:crypto';

/**
 * A name for a session that cannot be used as its cookie. The database has a digest of the cookie, and this is a
 * digest of that.
 */
export const shownId = (id: string): string => hash('sha256', `shown ${id}`, 'base64url');
