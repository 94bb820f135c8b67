import { NextResponse } from 'next/server';
import * as oidc from 'openid-client';
import { discovery } from '../../lib/oidc.js';
import { getSession } from '../../lib/session.js';

export async function GET(request) {
  const callback = process.env.OIDC_REDIRECT_URI;
  const session = await getSession();
  const { flow } = session;
  if (!flow) return new Response('This sign-in did not begin in this browser.', { status: 400 });
  const config = await discovery();
  const current = new URL(callback);
  current.search = request.nextUrl.search;
  try {
    const tokens = await oidc.authorizationCodeGrant(config, current, {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    session.person = { ...claims, ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)) };
    session.idToken = tokens.id_token;
  } catch (error) {
    return new Response(error.error_description ?? error.message, { status: 400 });
  }
  session.flow = undefined;
  await session.save();
  return NextResponse.redirect(new URL('/', callback));
}
