import { NextResponse } from 'next/server';
import * as oidc from 'openid-client';
import { discovery } from '../../lib/oidc.js';
import { getSession } from '../../lib/session.js';

export async function POST() {
  const session = await getSession();
  const { idToken } = session;
  // A form of another site comes without the cookie, and must not delete it.
  if (!idToken) return NextResponse.redirect(new URL('/', process.env.OIDC_REDIRECT_URI), 303);
  session.destroy();
  const address = oidc.buildEndSessionUrl(await discovery(), { id_token_hint: idToken });
  return NextResponse.redirect(address, 303);
}
