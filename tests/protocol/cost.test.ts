import { createHash, randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic } from '../harness/client.ts';
import { fewestStatements } from '../harness/database/statements.ts';
import { add, password } from '../harness/world.ts';
import { callback, createProtocolWorld, type ProtocolWorld } from './world.ts';

let world: ProtocolWorld;
let application: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  application = await world.application('app-cost', {
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials', 'password'],
    enableSigninSession: false,
  });
});
afterAll(() => world.app.stop());

interface Given {
  access_token: string;
  refresh_token: string;
}

const post = async (path: string, form: Record<string, string>, { clientId, clientSecret } = application) => {
  const headers = basic(clientId, clientSecret);
  const answer = await world.app.anonymous.post(path, new URLSearchParams(form), { headers });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as Given;
};
const token = (form: Record<string, string>, by = application) => post('/api/login/oauth/access_token', form, by);
const byPassword = (by = application) =>
  token({ grant_type: 'password', username: 'alice', password, scope: 'openid' }, by);
const userinfo = (shown: string) => world.app.client({ Authorization: `Bearer ${shown}` }).get('/api/userinfo');

function asked() {
  const verifier = randomUUID() + randomUUID();
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = {
    clientId: application.clientId,
    responseType: 'code',
    redirectUri: callback,
    scope: 'openid profile',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  return { verifier, query };
}

async function codeFlow() {
  const { verifier, query } = asked();
  const browser = world.app.client();
  await browser.get('get-app-login', query);
  const form = { type: 'code', organization: 'acme', username: 'alice', password };
  const { data: code } = (await browser.post('login', form, { query })).body;
  const exchange = { grant_type: 'authorization_code', redirect_uri: callback, code_verifier: verifier };
  const given = await token({ ...exchange, code: String(code) });
  await userinfo(given.access_token);
}

const cost = (most: number, operation: () => Promise<unknown>) => fewestStatements(world.app, most, operation);

/** The plan of a statement for any values, by indexes wherever one fits. */
const planOf = (sql: string): Promise<string> =>
  world.app.db.transaction(async (transaction) => {
    await transaction.raw('SET LOCAL enable_seqscan = off');
    const { rows } = await transaction.raw(`EXPLAIN (GENERIC_PLAN) ${sql.replaceAll('?', '\\?')}`);
    return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  });

/**
 * Postgres reads a whole table, or all rows of a grant or an organization. With many rows it would also plan the
 * statement again at each call.
 */
const readingTooMuch = /Seq Scan on (users|tokens|artifacts|sessions|records)|Filter: .*(model = 'Grant'|id_card = )/;

describe('the number of statements stays, and each uses its indexes, for', () => {
  let last: Given;
  beforeAll(async () => {
    last = await byPassword();
  });
  test.each<[name: string, most: number, operation: () => Promise<unknown>]>([
    ['the data of the sign-in page', 0, () => world.app.anonymous.get('get-app-login', asked().query)],
    ['discovery', 0, () => world.app.anonymous.get('/.well-known/openid-configuration')],
    ['the keys', 0, () => world.app.anonymous.get('/.well-known/jwks')],
    ['client credentials', 1, () => token({ grant_type: 'client_credentials' })],
    ['the password grant', 4, () => byPassword()],
    [
      'a refresh',
      2,
      async () => (last = await token({ grant_type: 'refresh_token', refresh_token: last.refresh_token })),
    ],
    ['introspection', 0, () => post('/api/login/oauth/introspect', { token: last.access_token })],
    ['userinfo', 0, () => userinfo(last.access_token)],
    ['a code flow of four calls', 8, codeFlow],
  ])('%s: %i', async (_name, most, operation) => {
    const statements = await cost(most, operation);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
    for (const sql of statements) expect(await planOf(sql)).not.toMatch(readingTooMuch);
  });
});

test('36.4 a right secret that a person chose costs no statement, as a generated one', async () => {
  const { clientId } = await world.application('app-chosen', {
    ...{ grantTypes: ['client_credentials', 'password'], enableSigninSession: false },
    clientSecret: 'a secret of a person',
  });
  const chosen = { ...application, clientId, clientSecret: 'a secret of a person' };
  const { access_token } = await byPassword(chosen);
  expect(await cost(1, () => token({ grant_type: 'client_credentials' }, chosen))).toHaveLength(1);
  expect(await cost(0, () => post('/api/login/oauth/introspect', { token: access_token }, chosen))).toEqual([]);
});

test('a token with roles costs one more statement, and a bare one none', async () => {
  const settings = { grantTypes: ['password' as const], tokenFormat: 'JWT-Empty' as const };
  const bare = await world.application(`bare-${randomUUID()}`, settings);
  await add(world.root, 'role', { owner: 'acme', name: `role-${randomUUID()}`, users: ['acme/alice'] });
  const ofRoles = (statements: string[]) => statements.filter((sql) => sql.includes('"roles"'));
  const telling = await cost(5, () => byPassword());
  expect(telling.length, telling.join('\n')).toBeLessThanOrEqual(5);
  expect(ofRoles(telling)).toHaveLength(1);
  expect(ofRoles(await cost(4, () => byPassword(bare)))).toEqual([]);
});
