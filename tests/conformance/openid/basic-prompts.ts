import { expect } from 'vitest';
import { ask, flow, type Module, redeem } from './op.ts';

/** A request with a parameter for the page succeeds as without it. */
const withParameter =
  (own: Record<string, string>): Module =>
  async (op) => {
    const { arrival, claims } = await flow(op.first, await op.agent(), own);
    expect(arrival.wasAsked).toBe(true);
    expect(claims.sub).toBeTruthy();
  };

/** Sends two requests in one browser. */
const twice = (
  first: Record<string, string>,
  second: (idToken: string) => Record<string, string>,
  isAskedAgain: boolean,
) =>
  (async (op) => {
    const agent = await op.agent();
    const before = await flow(op.first, agent, first);
    // Times in ID tokens are whole seconds.
    await expect.poll(() => Math.floor(Date.now() / 1000) - Number(before.claims.iat)).toBeGreaterThan(1);
    const after = await flow(op.first, agent, second(String(before.tokens.id_token)));
    expect(after.arrival.wasAsked).toBe(isAskedAgain);
    expect(after.claims.sub).toBe(before.claims.sub);
    const [earlier, later] = [Number(before.claims.auth_time), Number(after.claims.auth_time)];
    if (isAskedAgain) expect(later).toBeGreaterThan(earlier);
    else expect(later).toBe(earlier);
  }) satisfies Module;

/** Requests after which the user has to sign in, and requests after which they do not. */
export const prompts = {
  'oidcc-display-page': withParameter({ display: 'page' }),
  'oidcc-display-popup': withParameter({ display: 'popup' }),
  'oidcc-ui-locales': withParameter({ ui_locales: 'se' }),
  'oidcc-login-hint': withParameter({ login_hint: 'buffy@rp.example' }),
  'oidcc-prompt-login': twice({ max_age: '15000' }, () => ({ prompt: 'login', max_age: '15000' }), true),
  'oidcc-prompt-none-logged-in': twice({ max_age: '15000' }, () => ({ prompt: 'none', max_age: '15000' }), false),
  'oidcc-id-token-hint': twice(
    { max_age: '15000' },
    (idToken) => ({ prompt: 'none', id_token_hint: idToken, max_age: '15000' }),
    false,
  ),
  'oidcc-max-age-1': twice({ max_age: '15000' }, () => ({ max_age: '1' }), true),
  'oidcc-max-age-10000': twice({ max_age: '15000' }, () => ({ max_age: '10000' }), false),
  'oidcc-prompt-none-not-logged-in': async (op) => {
    const asked = ask(op.first, { prompt: 'none' });
    const { url, wasAsked } = await (await op.agent()).open(asked.url);
    expect(wasAsked).toBe(false);
    expect(url.searchParams.get('error')).toMatch(/^(login|interaction|account_selection|consent)_required$/);
    expect(url.searchParams.get('state')).toBe(asked.state);
  },
  'oidcc-ensure-post-request-succeeds': async (op) => {
    const asked = ask(op.first);
    const arrival = await (await op.agent()).post(asked.url, op.rp.callback);
    expect((await redeem(op.first, arrival, asked)).id_token).toBeDefined();
  },
} satisfies Record<string, Module>;
