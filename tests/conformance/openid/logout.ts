import type * as client from 'openid-client';
import { expect } from 'vitest';
import type { Agent } from './agent.ts';
import { ask, flow, type Op } from './op.ts';

/** The parameters of a request to sign out. Modules omit or change some. */
export interface SigningOut {
  idToken?: string;
  to?: string;
  state?: string;
}

export const signedIn = async (op: Op) => {
  const agent = await op.agent();
  return { agent, ...(await flow(op.first, agent)) };
};

export const complete = (op: Op, tokens: client.TokenEndpointResponse): Required<SigningOut> => ({
  idToken: String(tokens.id_token),
  to: op.rp.afterLogout,
  state: 'state-of-logout',
});

/** Opens the address that ends a session, and returns the page that follows. */
export function signOut(op: Op, agent: Agent, { idToken, to, state }: SigningOut) {
  const url = new URL(String(op.first.serverMetadata().end_session_endpoint));
  if (idToken) url.searchParams.set('id_token_hint', idToken);
  if (to) url.searchParams.set('post_logout_redirect_uri', to);
  if (state) url.searchParams.set('state', state);
  return agent.open(url);
}

/** Confirms the sign-out on the server's page. */
export async function confirm({ page }: Agent) {
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** A request with `prompt=none` finds no session. */
export async function expectSignedOut(op: Op, agent: Agent) {
  const { url } = await agent.open(ask(op.first, { prompt: 'none' }).url);
  expect(url.searchParams.get('error')).toBe('login_required');
}

/** The browser stays at the server, and its user stays signed in. */
export async function expectStayed(op: Op, agent: Agent, rest: URL) {
  expect(rest.origin).toBe(op.app.url);
  const { url } = await agent.open(ask(op.first, { prompt: 'none' }).url);
  expect(url.searchParams.has('code')).toBe(true);
}
