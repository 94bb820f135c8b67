import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Answered } from '../harness/client.ts';
import { password } from '../harness/world.ts';
import {
  asPageAsks,
  callback,
  careful,
  createProtocolWorld,
  errorOf,
  type ProtocolWorld,
  signInAt,
  tokensFor,
} from './world.ts';

const tokenAction = 'login/oauth/access_token';

let time = Date.now();
let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld({ now: () => new Date(time) });
});
afterAll(() => world.app.stop());

const fresh = (own: Partial<Application> = {}) => world.application(`app-${randomUUID()}`, own);

type Fields = Record<string, string | undefined>;
function ask(fields: Fields, sent: { headers?: Record<string, string>; query?: Record<string, string> } = {}) {
  const given = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return world.app.anonymous.post(`/api/${tokenAction}`, new URLSearchParams(given), sent);
}

const by = ({ clientId, clientSecret }: Application) => ({ client_id: clientId, client_secret: clientSecret });

async function codeFor(application: Application): Promise<Record<string, string>> {
  const { request, verifier } = await careful(await world.relyingParty(application));
  const { data } = (await signInAt(world.app.client(), request)).body;
  return { grant_type: 'authorization_code', code: data, code_verifier: verifier, redirect_uri: callback };
}

async function authorize(application: Application, own: Record<string, string>): Promise<Answered> {
  const { request } = await careful(await world.relyingParty(application), own);
  return world.app.client({ Accept: 'application/json' }).get(request.pathname + request.search);
}

/** The records of an application, which are written after the answer. */
async function recorded(application: Application, most: number) {
  const object = `application ${application.owner}/${application.name}`;
  const rows = () => world.app.db('records').where({ object, outcome: 'refused' }).orderBy('created_time');
  const seen = async () => {
    const found = await rows();
    expect(found.length).toBeGreaterThanOrEqual(most);
    return found;
  };
  return vi.waitFor(seen, { timeout: 30_000 });
}

interface Cause {
  cause: string;
  error: string;
  /** The mistake, as the application's page names it. */
  fault: string;
  action?: string;
  why: string;
  settings?: Partial<Application>;
  /** Returns texts that no record may hold. */
  refuse: (application: Application) => Promise<[Answered, secrets: (string | undefined)[]]>;
}

const causes: Cause[] = [
  {
    cause: 'S37 a wrong client secret',
    error: 'invalid_client',
    fault: 'client-secret',
    why: 'invalid secret provided',
    async refuse({ clientId: client_id }) {
      const client_secret = randomUUID();
      return [await ask({ grant_type: 'refresh_token', client_id, client_secret }), [client_secret]];
    },
  },
  {
    cause: 'S37 a grant that the application does not have',
    error: 'unauthorized_client',
    fault: 'grant',
    why: 'client_credentials',
    refuse: async (it) => [await ask({ grant_type: 'client_credentials', ...by(it) }), [it.clientSecret]],
  },
  {
    cause: 'S35 a code that is used again',
    error: 'invalid_grant',
    fault: 'code-used',
    why: 'already used',
    async refuse(it) {
      const fields = await codeFor(it);
      expect((await ask({ ...fields, ...by(it) })).status).toBe(200);
      return [await ask({ ...fields, ...by(it) }), [fields.code, fields.code_verifier]];
    },
  },
  {
    cause: 'S36 a wrong verifier',
    error: 'invalid_grant',
    fault: 'verifier-wrong',
    why: 'code_verifier does not match code_challenge',
    async refuse(it) {
      const fields = { ...(await codeFor(it)), code_verifier: randomUUID() + randomUUID() };
      return [await ask({ ...fields, ...by(it) }), Object.values(fields).slice(1, 3)];
    },
  },
  {
    cause: 'S38 a refresh token that is used again',
    error: 'invalid_grant',
    fault: 'refresh-used',
    why: 'already used',
    async refuse(it) {
      const { refresh_token } = (await tokensFor(world, it)).tokens;
      const fields = { grant_type: 'refresh_token', refresh_token, ...by(it) };
      expect((await ask(fields)).status).toBe(200);
      return [await ask(fields), [refresh_token]];
    },
  },
  {
    cause: 'an invalid proof of a key',
    error: 'invalid_dpop_proof',
    fault: 'other',
    why: 'invalid DPoP key binding',
    settings: { oauthFeatures: ['dpop'] },
    async refuse(it) {
      const DPoP = [randomUUID(), randomUUID(), randomUUID()];
      const headers = { DPoP: DPoP.join('.') };
      return [await ask({ ...(await codeFor(it)), ...by(it) }, { headers }), DPoP];
    },
  },
  {
    cause: 'S34 a foreign redirect address',
    error: 'invalid_redirect_uri',
    action: 'login/oauth/authorize',
    fault: 'redirect-uri',
    why: 'https://evil.example/callback',
    async refuse(it) {
      const state = randomUUID();
      return [await authorize(it, { redirect_uri: 'https://evil.example/callback', state }), [state]];
    },
  },
];

describe('a refusal is recorded with client, cause and address, and without secrets:', () => {
  test.each(causes)('$cause', async ({ error, fault, action = tokenAction, why, settings, refuse }) => {
    const application = await fresh(settings);
    const [answer, secrets] = await refuse(application);
    expect(errorOf(answer)).toBe(error);
    const records = await recorded(application, 1);
    const tenant = { owner: 'acme', organization: 'acme' };
    expect(records).toMatchObject([
      { ...tenant, action, client_ip: '127.0.0.1', reason: `${error} #${fault}: ${why}` },
    ]);
    for (const secret of secrets) expect(JSON.stringify(records)).not.toContain(String(secret));
  });

  test('S37 an unknown client and a secret in the query, for the platform', async () => {
    const client_id = randomUUID();
    await ask({ grant_type: 'client_credentials', client_id, client_secret: 'guess' });
    await ask({ grant_type: 'client_credentials' }, { query: { client_secret: client_id } });
    const rows = () => world.app.db('records').where({ owner: 'built-in', object: '', action: tokenAction });
    await expect
      .poll(async () => (await rows()).map(({ reason }) => reason).sort())
      .toEqual(['invalid_client: client not found', 'invalid_request: credentials-in-url']);
    expect(JSON.stringify(await rows())).not.toContain(client_id);
  });
});

describe('records of refusals', () => {
  test('stay few in a flood, and say how many there were', async () => {
    const application = await fresh();
    const refuse = () => authorize(application, { redirect_uri: 'https://evil.example/callback' });
    for (let time = 0; time < 20; time++) await refuse();
    expect(await recorded(application, 1)).toHaveLength(1);
    time += 61_000;
    await refuse();
    const [first, ...later] = (await recorded(application, 3)).map(({ reason }) => reason);
    expect(later.sort()).toEqual([first, `${first} (19 more)`]);
  });

  test('stay bounded when each request is wrong in another way', async () => {
    const application = await fresh();
    const refuse = (field: string) =>
      world.app.anonymous.post(`/api/${tokenAction}`, { client_id: application.clientId, [field]: [] });
    for (let batch = 0; batch < 11; batch++)
      await Promise.all(Array.from({ length: 100 }, (_, each) => refuse(`field-${batch}-${each}`)));
    const records = await recorded(application, 900);
    expect(records.length).toBeLessThanOrEqual(1_001);
    await expect
      .poll(() => recorded(application, 900))
      .toContainEqual(expect.objectContaining({ reason: 'invalid_request #other', client_ip: '' }));
    time += 61_000;
  });

  test('name a wrong password once, and no request that only lacks a sign-in', async () => {
    const application = await fresh({ grantTypes: ['authorization_code', 'password'] });
    const silent = await authorize(application, { prompt: 'none' });
    expect(String(silent.headers.get('location'))).toContain('error=login_required');
    const typed = { grant_type: 'password', username: 'alice', password: `${password} not`, ...by(application) };
    expect(errorOf(await ask(typed))).toBe('invalid_grant');
    await ask({ ...typed, grant_type: 'client_credentials' });
    expect((await recorded(application, 1)).map(({ reason }) => reason)).toEqual([
      'unauthorized_client #grant: client_credentials',
    ]);
    const ofAlice = await world.app.db('records').where({ object: 'user acme/alice', action: tokenAction });
    expect(ofAlice.map(({ reason }) => reason)).toEqual(['sign-in-failed']);
  });

  test('leave out requests of the sign-in page', async () => {
    const application = await fresh();
    const { request } = await careful(await world.relyingParty(application), {
      redirect_uri: 'https://evil.example/callback',
    });
    const answer = await world.app.client().post('login', { type: 'code' }, { query: asPageAsks(request) });
    expect(answer.body.code).toBe('redirect-not-allowed');
    expect((await ask({ client_id: application.clientId, client_secret: 'wrong' })).status).toBe(401);
    expect((await recorded(application, 1)).map(({ action }) => action)).toEqual([tokenAction]);
  });
});
