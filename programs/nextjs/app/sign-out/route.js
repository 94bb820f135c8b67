import { NextResponse } from 'next/server';
import * as oidc from 'openid-client';
import { discovery } from '../../lib/oidc.js';
import { getSession } from '../../lib/session.js';

export async function POST() {
  const session = await getSession();
  const { idToken } = session;
  session.destroy();
  const address = oidc.buildEndSessionUrl(await discovery(), idToken ? { id_token_hint: idToken } : {});
  return NextResponse.redirect(address, 303);
}
