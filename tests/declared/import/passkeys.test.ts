import { generateKeyPairSync } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../api/passkeys/authenticator.ts';
import { passkeyWorld } from '../../api/passkeys/passkey-world.ts';
import { createOperator, type Operator } from '../operator.ts';
import { fine, imported, person, problemsOf, send } from './world.ts';

const world = passkeyWorld();
const at = { application: 'shop' };
let operator: Operator;
beforeAll(() => {
  operator = createOperator(world.app.url);
});

/** An authenticator that knows a user of the source by this name. */
function ofBefore(handle: string): Authenticator {
  const key = createAuthenticator(world.app.url);
  key.create({ challenge: '', rp: { id: 'localhost' }, user: { id: Buffer.from(handle).toString('base64') } });
  return key;
}

const passkeyOf = ({ id, publicKey }: Authenticator, more: object = {}) => ({
  ...{ id, publicKey, counter: 7, handle: 'acme/of before', transports: ['internal'], ...more },
});

const signIn = async (key: Authenticator, counter: number, more: object = {}) => {
  const browser = world.browser();
  const options = await world.optionsOf(browser, 'signin', at);
  return world.login(browser, key.get(options, { counter, ...more }));
};

describe('a passkey of before', () => {
  test('signs its user in by the name that the authenticator knows, and counts on', async () => {
    const key = ofBefore('acme/of before');
    expect(await imported(operator, person('nora', {}, { passkeys: [passkeyOf(key)] }))).toEqual([fine]);
    expect(await signIn(key, 7)).toMatchObject({ status: 'error' });
    await world.app.db('passkeys').where({ user: 'nora' }).update({ is_suspect: false });
    expect(await signIn(key, 8)).toMatchObject({ status: 'ok', data: 'acme/nora' });
    expect(await signIn(key, 9, { userHandle: Buffer.from('acme/nora').toString('base64url') })).toMatchObject({
      code: 'passkey-refused',
    });
    // The authenticator says now that it is synced.
    const [session] = await world.sessionsOf('nora');
    expect(session.amr).toEqual(['swk', 'user', 'mfa']);
    expect(await world.app.db('passkeys').where({ user: 'nora' })).toMatchObject([{ is_synced: true }]);
    expect(await imported(operator, person('nora', {}, { passkeys: [passkeyOf(key)] }))).toEqual([
      { ...fine, outcome: 'same' },
    ]);
  });

  test('stands on the list of its user and on their object, like one that was made here', async () => {
    const key = ofBefore('acme/of before');
    const passkey = passkeyOf(key, { aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' });
    await imported(operator, person('vera', {}, { passkeys: [passkey] }));
    const [row] = await world.app.db('users').where({ owner: 'acme', name: 'vera' });
    expect(row.second_factors).toEqual(['passkey']);
    expect(row.webauthn_credentials).toMatchObject([{ ID: Buffer.from(key.id, 'base64url').toString('base64') }]);
    const browser = world.browser();
    await world.login(browser, key.get(await world.optionsOf(browser, 'signin', at), { counter: 8 }));
    expect((await browser.get('get-passkeys')).body.data).toMatchObject([
      { id: key.id, name: 'Google Password Manager' },
    ]);
  });

  test('is a difference if its user does not have it here', async () => {
    const [first, second] = [ofBefore('a'), ofBefore('a')];
    await imported(operator, person('max', {}, { passkeys: [passkeyOf(first)] }));
    expect(await imported(operator, person('max', {}, { passkeys: [passkeyOf(second)] }))).toEqual([
      { ...fine, outcome: 'kept', differs: ['passkeys'] },
    ]);
  });
});

const { x = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const bytes = new Uint8Array(Buffer.from(x, 'base64url'));
const cose = (...entries: [number, unknown][]) =>
  Buffer.from(isoCBOR.encode(new Map<number, unknown>([[1, 2], [-1, 1], ...entries]) as never)).toString('base64url');

test.each([
  ['whose id is no base64url', { id: 'a+b/' }, 'id'],
  ['whose id has another spelling', { id: 'AB' }, 'id'],
  ['whose key is no COSE', { publicKey: 'AAAA' }, 'publicKey'],
  ['whose key is no point of its curve', { publicKey: cose([3, -7], [-2, bytes], [-3, bytes]) }, 'publicKey'],
  ['whose key has an algorithm that sign-in does not take', { publicKey: cose([3, -47]) }, 'publicKey'],
  ['whose model is no UUID', { aaguid: 'AAAA' }, 'aaguid'],
  ['whose user has a name that no authenticator keeps', { handle: 'x'.repeat(65) }, 'handle'],
])('a passkey %s is left out, and the user is added', async (about, wrong, member) => {
  const name = `user-${about.length}`;
  const passkeys = [passkeyOf(ofBefore('a')), passkeyOf(ofBefore('a'), wrong)];
  const [result] = await imported(operator, person(name, {}, { passkeys }));
  expect([result?.outcome, ...problemsOf(result as never)]).toEqual(['added', `passkeys[1].${member} wrong`]);
  expect(await world.app.db('passkeys').where({ user: name })).toHaveLength(1);
});

test('S65 a passkey of somebody else is left out, in this organization and in another', async () => {
  const key = ofBefore('acme/of before');
  const passkeys = [passkeyOf(key)];
  const results = await imported(
    operator,
    person('owner', {}, { passkeys: [...passkeys, ...passkeys] }),
    person('thief', {}, { passkeys }),
    person('thief', { owner: 'globex' }, { passkeys: [passkeyOf(ofBefore('a')), ...passkeys] }),
  );
  expect(results.map(problemsOf)).toEqual([
    ['passkeys[1].id taken'],
    ['passkeys[0].id taken'],
    ['passkeys[1].id taken'],
  ]);
  const late = await imported(operator, person('late', {}, { passkeys }));
  expect(late.map(problemsOf)).toEqual([['passkeys[0].id taken']]);
  const rows = await world.app.db('users').whereIn('name', ['thief', 'late']).orderBy('name').orderBy('owner');
  expect(rows.map(({ second_factors: factors }) => factors)).toEqual([[], [], ['passkey']]);
  expect(await signIn(key, 8)).toMatchObject({ data: 'acme/owner' });
});

test('a passkey that another request takes meanwhile is left out, and the user has no factor of it', async () => {
  const key = ofBefore('a');
  const { db } = world.app;
  await imported(operator, person('rival', {}, { passkeys: [passkeyOf(ofBefore('a'))] }));
  const [stored] = await db('passkeys').where({ user: 'rival' });
  const other = await db.transaction();
  await other('passkeys').insert({ ...stored, transports: JSON.stringify(stored.transports), id: key.id });
  const passkeys = [passkeyOf(key), passkeyOf(ofBefore('a'))];
  const importing = imported(
    operator,
    person('first', {}, { passkeys }),
    person('second', {}, { passkeys: [passkeyOf(ofBefore('a'))] }),
  );
  const waiting = () => db('pg_locks').where({ granted: false }).whereNot({ locktype: 'advisory' });
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
  await other.commit();
  expect((await importing).map(problemsOf)).toEqual([['passkeys[0].id taken'], []]);
  const [row] = await db('users').where({ owner: 'acme', name: 'first' });
  expect(row.webauthn_credentials).toHaveLength(1);
  expect(row.second_factors).toEqual(['passkey']);
});

test('a request with more passkeys of a user than they may have is refused', async () => {
  const passkeys = Array.from({ length: 51 }, () => passkeyOf(ofBefore('a')));
  expect(await send(operator, [person('rich', {}, { passkeys })])).toMatchObject({
    ...{ status: 422, body: { fields: [{ field: 'objects[0].passkeys' }] } },
  });
});
