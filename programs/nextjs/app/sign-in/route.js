import { NextResponse } from 'next/server';
import * as oidc from 'openid-client';
import { discovery } from '../../lib/oidc.js';
import { getSession } from '../../lib/session.js';

export async function GET() {
  const flow = { verifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState(), nonce: oidc.randomNonce() };
  const session = await getSession();
  session.flow = flow;
  await session.save();
  return NextResponse.redirect(
    oidc.buildAuthorizationUrl(await discovery(), {
      redirect_uri: process.env.OIDC_REDIRECT_URI,
      scope: 'openid profile email',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    }),
  );
}
