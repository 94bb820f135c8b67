import { createHash } from 'node:crypto';
import { getIronSession } from 'iron-session';
import { cookies } from 'next/headers';

/** The visitor's session: an encrypted cookie that only this server can read. */
export const getSession = async () =>
  getIronSession(await cookies(), {
    cookieName: 'next.session',
    // The client secret is random and only on this server. A key from it is the same in all processes.
    password: createHash('sha256').update(`session ${process.env.OIDC_CLIENT_SECRET}`).digest('hex'),
    cookieOptions: { httpOnly: true, sameSite: 'lax', secure: process.env.OIDC_REDIRECT_URI.startsWith('https:') },
  });
