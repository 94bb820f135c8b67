import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { faultIn } from '@doorwright/crds/options/client-faults.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Answered } from '../harness/client.ts';
import { callback, careful, createProtocolWorld, errorOf, type ProtocolWorld, signInAt, tokensFor } from './world.ts';

const tokenPath = '/api/login/oauth/access_token';

let time = Date.now();
let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld({ now: () => new Date(time) });
});
afterAll(() => world.app.stop());

type Fields = Record<string, string | undefined>;

const form = (fields: Fields) =>
  new URLSearchParams(Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined));

const ask = (fields: Fields, headers: Record<string, string> = {}) =>
  world.app.anonymous.post(tokenPath, form(fields), { headers });

const by = ({ clientId, clientSecret }: Application) => ({ client_id: clientId, client_secret: clientSecret });

async function codeFor(application: Application) {
  const { request, verifier } = await careful(await world.relyingParty(application));
  const { data } = (await signInAt(world.app.client(), request)).body;
  return { grant_type: 'authorization_code', code: String(data), code_verifier: verifier, redirect_uri: callback };
}

async function open(application: Application, own: Record<string, string | undefined>): Promise<Answered> {
  const { request } = await careful(await world.relyingParty(application));
  for (const [name, value] of Object.entries(own))
    if (value === undefined) request.searchParams.delete(name);
    else request.searchParams.set(name, value);
  return world.app.client({ Accept: 'application/json' }).get(request.pathname + request.search);
}

const uriOf = ({ body }: Answered) => (body as unknown as { error_uri?: string }).error_uri;

/** The mistakes that stand at an application, as its administrator reads them. */
async function recentErrors({ owner, name }: Application) {
  const query = { application: `${owner}/${name}`, outcome: 'refused', field: 'reason', value: ' #' };
  return vi.waitFor(async () => {
    const { data } = (await world.root.get('get-records', query)).body;
    expect(data.length).toBeGreaterThan(0);
    return (data as { reason: string }[]).map(({ reason }) => faultIn(reason));
  });
}

interface Case {
  mistake: string;
  settings?: Partial<Application>;
  make: (application: Application) => Promise<Answered>;
  /** The status, and the error of the answer to the program. */
  answer: [number, string?];
  told: { fault: string; detail?: string };
}

const cases: Case[] = [
  {
    mistake: 'a redirect address that is not registered',
    make: (it) => open(it, { redirect_uri: 'https://app.example/callback/' }),
    answer: [400, 'invalid_redirect_uri'],
    told: { fault: 'redirect-uri', detail: 'https://app.example/callback/' },
  },
  {
    mistake: 'a wrong secret',
    make: ({ clientId: client_id }) =>
      ask({ grant_type: 'refresh_token', client_id, client_secret: randomUUID(), refresh_token: 'any' }),
    answer: [401, 'invalid_client'],
    told: { fault: 'client-secret' },
  },
  {
    mistake: 'no response type',
    make: (it) => open(it, { response_type: undefined }),
    answer: [303],
    told: { fault: 'response-type' },
  },
  {
    mistake: 'no code',
    make: async (it) => ask({ ...(await codeFor(it)), ...by(it), code: undefined }),
    answer: [400, 'invalid_request'],
    told: { fault: 'code-unknown' },
  },
  {
    mistake: 'no refresh token',
    make: (it) => ask({ grant_type: 'refresh_token', ...by(it) }),
    answer: [400, 'invalid_request'],
    told: { fault: 'refresh-ended' },
  },
  {
    mistake: 'no grant type',
    make: (it) => ask(by(it)),
    answer: [400, 'invalid_request'],
    told: { fault: 'grant-unknown' },
  },
  {
    mistake: 'a scope of the sign-in page that does not exist',
    make: (it) => open(it, { scope: 'openid roles' }),
    answer: [303],
    told: { fault: 'scope', detail: 'roles' },
  },
  ...['device_authorization', 'par'].map((path) => ({
    mistake: `a scope at ${path} that does not exist`,
    settings: { oauthFeatures: ['device_authorization'] } as Partial<Application>,
    make: async (it: Application) => {
      const { request } = await careful(await world.relyingParty(it));
      const fields = { ...Object.fromEntries(request.searchParams), ...by(it), scope: 'openid roles' };
      return world.app.anonymous.post(`/api/login/oauth/${path}`, form(fields));
    },
    answer: [path === 'par' ? 201 : 200] as Case['answer'],
    told: { fault: 'scope', detail: 'roles' },
  })),
  {
    mistake: 'no PKCE, where it is required',
    settings: { requirePkce: true },
    make: (it) => open(it, { code_challenge: undefined, code_challenge_method: undefined }),
    answer: [303],
    told: { fault: 'pkce-missing' },
  },
  {
    mistake: 'a wrong verifier',
    make: async (it) => ask({ ...(await codeFor(it)), ...by(it), code_verifier: randomUUID() + randomUUID() }),
    answer: [400, 'invalid_grant'],
    told: { fault: 'verifier-wrong' },
  },
  {
    mistake: 'a code that was used',
    async make(it) {
      const fields = { ...(await codeFor(it)), ...by(it) };
      expect((await ask(fields)).status).toBe(200);
      return ask(fields);
    },
    answer: [400, 'invalid_grant'],
    told: { fault: 'code-used' },
  },
  {
    mistake: 'a code that came too late',
    async make(it) {
      const fields = { ...(await codeFor(it)), ...by(it) };
      time += 61_000;
      return ask(fields);
    },
    answer: [400, 'invalid_grant'],
    told: { fault: 'code-expired' },
  },
  {
    mistake: 'a scope that does not exist',
    settings: { grantTypes: ['client_credentials'] },
    make: (it) => ask({ grant_type: 'client_credentials', scope: 'read orders:write', ...by(it) }),
    answer: [200],
    told: { fault: 'scope', detail: 'orders:write' },
  },
  {
    mistake: 'a grant that the application does not have',
    make: (it) => ask({ grant_type: 'client_credentials', ...by(it) }),
    answer: [400, 'unauthorized_client'],
    told: { fault: 'grant', detail: 'client_credentials' },
  },
  {
    mistake: 'a call from a page of another origin',
    settings: { clientType: 'public' },
    async make(it) {
      const { tokens } = await tokensFor(world, it);
      const fields = { grant_type: 'refresh_token', client_id: it.clientId, refresh_token: tokens.refresh_token };
      return ask(fields, { Origin: 'http://localhost:5173' });
    },
    answer: [400, 'invalid_request'],
    told: { fault: 'cors', detail: 'http://localhost:5173' },
  },
  {
    mistake: 'a path of another product',
    make: (it) => world.app.anonymous.post('/oauth/token', form({ grant_type: 'client_credentials', ...by(it) })),
    answer: [404, 'invalid_request'],
    told: { fault: 'path', detail: `/oauth/token → ${tokenPath}` },
  },
];

test('an error that goes back to the program has the page about its mistake too, in each way of going back', async () => {
  const application = await world.application(`app-${randomUUID()}`, {
    requirePkce: true,
    grantTypes: ['authorization_code', 'id_token'],
    redirectUris: [callback, 'https://app.example/back?from=shop%20a'],
  });
  const page = `${world.app.url}/docs/errors/pkce-missing`;
  const none = { code_challenge: undefined, code_challenge_method: undefined };
  const locationOf = async (own: Record<string, string | undefined>) =>
    new URL((await open(application, { ...none, ...own })).headers.get('location') ?? '');
  const inQuery = await locationOf({ redirect_uri: 'https://app.example/back?from=shop%20a', state: 'a b&c' });
  expect(Object.fromEntries(inQuery.searchParams)).toMatchObject({
    ...{ from: 'shop a', error: 'invalid_request', error_uri: page, state: 'a b&c', iss: world.app.url },
  });
  const inFragment = await locationOf({ response_mode: 'fragment' });
  expect(inFragment.search).toBe('');
  expect(new URLSearchParams(inFragment.hash.slice(1)).get('error_uri')).toBe(page);
  const form = await open(application, { ...none, response_mode: 'form_post' });
  expect(form.text).toContain(`name="error_uri" value="${page}"`);
  // The browser has no session, so this is no mistake of the program.
  const silent = new URL((await open(application, { prompt: 'none' })).headers.get('location') ?? '');
  expect([silent.searchParams.get('error'), silent.searchParams.get('error_uri')]).toEqual(['login_required', null]);
  // A stranger's address and an unknown client get nothing back.
  const stranger = await open(application, { ...none, redirect_uri: 'https://evil.example/' });
  expect(stranger.headers.get('location')).toBeNull();
  const unknown = await open(application, { ...none, client_id: randomUUID() });
  expect(unknown.headers.get('location')).toBeNull();
  expect(unknown.body).toMatchObject({ error: 'invalid_client' });
});

test('an unknown client leads to the same page of the guide as one with a wrong secret', async () => {
  const application = await world.application(`app-${randomUUID()}`);
  const wrong = { client_id: application.clientId, client_secret: 'wrong' };
  for (const client of [{ client_id: randomUUID() }, { client_id: randomUUID(), client_secret: 'wrong' }, wrong]) {
    const answer = await ask({ grant_type: 'refresh_token', refresh_token: 'any', ...client });
    expect([errorOf(answer), uriOf(answer)]).toEqual(['invalid_client', expect.stringMatching(/\/client-secret$/)]);
  }
  const ended = await ask({ grant_type: 'refresh_token', refresh_token: 'any', ...by(application) });
  expect(ended.body).toMatchObject({ error: 'invalid_grant', error_uri: expect.stringMatching(/\/refresh-ended$/) });
});

describe('an application tells its developers', () => {
  test.each(cases)('$mistake', async ({ settings, make, answer: [status, error], told }) => {
    const application = await world.application(`app-${randomUUID()}`, settings);
    const answer = await make(application);
    expect([answer.status, errorOf(answer)]).toEqual([status, error]);
    expect(await recentErrors(application)).toEqual([
      { code: expect.any(String), detail: expect.any(String), count: 1, ...told },
    ]);
    // A program that reads JSON learns the page of the guide too. The redirect of the last step has no body.
    if (error) expect(uriOf(answer)).toBe(`${world.app.url}/docs/errors/${told.fault}`);
  });
});
