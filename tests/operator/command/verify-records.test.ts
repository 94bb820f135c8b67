import { generateKeyPairSync, hash, randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maintainPartitions } from '@doorwright/api/db/partitions.ts';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { sealRecords } from '@doorwright/api/features/record-chain/seal.ts';
import { tableOf } from '@doorwright/crds/derive/tables.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import { type RecordHead, recordDigests, signedText } from '@doorwright/crds/values/record-chain.ts';
import { CompactSign, compactVerify, createLocalJWKSet } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { recordsIn } from '../../harness/database/all-records.ts';
import { testKey } from '../../harness/database/template.ts';
import { createTenant, password } from '../../harness/world.ts';
import { doorwright } from './command.ts';
import { type CommandWorld, startCommandWorld } from './world.ts';

let world: CommandWorld;
let root: Client;
let time = Date.parse('2026-03-10T10:00:00Z');

/** Seals all records that were written. */
async function seal(): Promise<void> {
  const { db, store } = world.app;
  const deps = { db, store, box: createSecretBox([testKey]), now: () => new Date(time) };
  await vi.waitFor(
    async () => {
      await sealRecords(deps);
      const [last, seal] = [await recordsIn(db).max('id as id').first(), await db('record_seals').first('sealed_to')];
      expect(Number(seal.sealed_to)).toBeGreaterThanOrEqual(Number(last?.id));
    },
    { timeout: 30_000 },
  );
}

/** A record of the organization at the time of the test. */
async function write(user: string, fields: Record<string, unknown> = {}): Promise<void> {
  const { table, toRow } = world.app.store('record');
  const row = { owner: 'acme', organization: 'acme', name: randomUUID(), version: 1, action: 'login', user };
  await world.app.db(table).insert(toRow({ ...row, createdTime: new Date(time).toISOString(), ...fields }));
}

const verify = (...args: string[]) => doorwright(['verify-records', ...args], world.settings);
const troubles = async (...args: string[]) =>
  JSON.parse((await verify('-o', 'json', ...args)).stdout).items.map(({ what }: { what: string }) => what);

beforeAll(async () => {
  world = await startCommandWorld();
  root = await world.app.admin();
  await createTenant(world.app, root, 'acme');
  await createTenant(world.app, root, 'globex');
  for (const round of ['one', 'two', 'three']) {
    await write(`ann-${round}`);
    await write(`bob-${round}`);
    await seal();
    time += 3 * 86_400_000;
  }
  await world.app.db.raw('CREATE TABLE kept_records AS SELECT * FROM records');
  await world.app.db.raw('CREATE TABLE kept_heads AS SELECT * FROM record_heads');
}, 120_000);
afterAll(() => world?.stop());

const at = (user: string) => world.app.db('records').where({ user });
const head = (number: number) => world.app.db('record_heads').where({ owner: 'acme', number });
/** The records of the tenant's beginning are of another month, so their step has two heads. */
const last = 4;
const idOf = async (user: string) => Number((await at(user).first('id')).id);

/** A head with other values and a digest that fits them. */
async function rewriteHead(number: number, change: object): Promise<RecordHead> {
  const { organization, to_id, sealed_time, fields, members, rows, previous, month } = await head(number).first();
  const whole = { organization, number, month, toId: to_id, sealedTime: sealed_time.toISOString() };
  const changed = { ...whole, fields, members, rows, previous, digest: '', ...change };
  const digest = recordDigests((text) => hash('sha256', text, 'base64url')).ofHead(changed);
  await head(number).update({ members: changed.members, rows: changed.rows, previous: changed.previous, digest });
  return { ...changed, digest };
}

const foreignSignature = (signed: RecordHead) =>
  new CompactSign(Buffer.from(signedText(signed)))
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(generateKeyPairSync('ed25519').privateKey);

describe('doorwright verify-records', () => {
  test('finds nothing in records as they were written, and says so', async () => {
    expect(await verify()).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'All sealed records of 3 organizations are as they were written.\n',
    });
  });

  describe('finds', () => {
    afterEach(async () => {
      const { db } = world.app;
      await db.raw('DELETE FROM records');
      await db.raw('INSERT INTO records SELECT * FROM kept_records');
      await db.raw('DELETE FROM record_heads');
      await db.raw('INSERT INTO record_heads SELECT * FROM kept_heads');
    });

    const cases: Record<string, { what: string; tamper: () => Promise<unknown> }> = {
      'a changed action': { what: 'record-changed', tamper: () => at('ann-two').update({ action: 'logout' }) },
      'a changed value within the changed fields': {
        what: 'record-changed',
        tamper: () => at('ann-two').update({ changes: JSON.stringify([{ field: 'a', before: '', after: 'b' }]) }),
      },
      'a changed time': {
        what: 'record-changed',
        tamper: () => at('bob-one').update({ created_time: '2026-03-10T09:00:00Z' }),
      },
      'a removed record': { what: 'record-removed', tamper: () => at('bob-two').delete() },
      'a record that moved to another organization': {
        what: 'record-removed',
        tamper: () => at('ann-two').update({ owner: 'globex', organization: 'globex' }),
      },
      'two records that changed places': {
        what: 'record-changed',
        tamper: async () => {
          const [one, other] = [await idOf('ann-one'), await idOf('bob-one')];
          await at('ann-one').update({ id: other });
          await at('bob-one').update({ id: one });
        },
      },
      'a record that was inserted between others': {
        what: 'record-inserted',
        tamper: async () => write('mallory', { id: (await world.app.db('records').min('id as id').first())?.id ?? 1 }),
      },
      'a changed head': { what: 'head-changed', tamper: () => head(2).update({ members: '1:AAAAAAAAAAAA' }) },
      'a removed head': { what: 'head-missing', tamper: () => head(2).delete() },
      'the removed last heads, with which records would have none': {
        what: 'records-without-head',
        tamper: () => head(last).delete(),
      },
      'a head that was rewritten with its digest': {
        what: 'head-unlinked',
        tamper: () => rewriteHead(2, { previous: 'elsewhere' }),
      },
      'the whole records and heads of two organizations that changed places': {
        what: 'head-foreign',
        async tamper() {
          const moves = [
            ['acme', 'between'],
            ['globex', 'acme'],
            ['between', 'globex'],
          ] as const;
          for (const table of ['records', 'record_heads'])
            for (const [owner, to] of moves) await world.app.db(table).where({ owner }).update({ owner: to });
        },
      },
      'a signature of another key': {
        what: 'signature-wrong',
        tamper: async () => {
          const signature = await foreignSignature(await rewriteHead(last, {}));
          await head(last).update({ signature });
        },
      },
      'a signature of another head': {
        what: 'signature-wrong',
        tamper: async () => head(last).update({ signature: (await head(2).first('signature')).signature }),
      },
    };

    test.each(Object.entries(cases))('%s', async (_, { what, tamper }) => {
      await tamper();
      const { code, stdout } = await verify('--organization', 'acme', '-o', 'json');
      expect(code).toBe(2);
      expect(JSON.parse(stdout).items.map((each: { what: string }) => each.what)).toContain(what);
    });

    test('a record that was sealed long after its time', async () => {
      await write('late', { createdTime: '2026-03-09T10:00:00.000Z' });
      await seal();
      expect(await troubles('--organization', 'acme')).toEqual(['record-backdated']);
    });

    test('a chain that is shorter or another than an earlier run kept', async () => {
      const file = join(await mkdtemp(join(tmpdir(), 'heads-')), 'heads.json');
      expect((await verify('--keep', file)).code).toBe(0);
      await writeFile(file, JSON.stringify({ acme: { number: last, digest: 'another' } }));
      expect(await troubles('--keep', file)).toEqual(['head-differs']);
      await writeFile(file, JSON.stringify({ vanished: { number: 1, digest: 'one' } }));
      expect(await troubles('--keep', file)).toEqual(['head-differs']);
    });
  });

  test('accepts that users and organizations get other names, which the records say', async () => {
    const rename = async (kind: string, id: string, name: string) =>
      expect((await root.post(`update-${kind}`, { name }, { query: { id } })).body.status).toBe('ok');
    const file = join(await mkdtemp(join(tmpdir(), 'heads-')), 'heads.json');
    expect((await verify('--keep', file)).code).toBe(0);
    await rename('user', 'globex/alice', 'alicia');
    await rename('organization', 'admin/globex', 'globe');
    await rename('organization', 'admin/globe', 'globus');
    expect(await troubles('--keep', file)).toEqual([]);
    await seal();
    expect(await troubles('--keep', file)).toEqual([]);
    await world.app
      .db('records')
      .where({ owner: 'globus', object: 'organization admin/globe' })
      .update({ changes: '[]' });
    expect(await troubles()).toContain('record-changed');
  });

  test('accepts that retention deleted old months, and no other records', async () => {
    const { db } = world.app;
    const january = { owner: 'old', organization: 'old', createdTime: '2023-01-20T10:00:00.000Z' };
    await write('gone-one', january);
    await write('gone-two', january);
    await seal();
    time = Date.now();
    await write('kept', { owner: 'old', organization: 'old' });
    await seal();
    await maintainPartitions(db, [tableOf(record as never)], { now: new Date(time), keepMonths: 24 });
    expect(await at('gone-one')).toEqual([]);
    expect(await troubles('--organization', 'old')).toEqual([]);
    await at('kept').delete();
    expect(await troubles('--organization', 'old')).toEqual(['record-removed']);
  });

  test('reads heads and keys that administrators can keep: those of their organization only', async () => {
    const admin = await world.app.signedIn('acme', 'adam', password);
    const { data: newest } = (await admin.get('get-record-head')).body;
    const { data: keys } = (await world.app.anonymous.get('get-record-keys')).body;
    const { payload } = await compactVerify(newest.signature, createLocalJWKSet(keys));
    expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({ organization: 'acme', digest: newest.digest });
    expect(JSON.stringify(keys)).not.toContain('"d"');
    expect((await admin.get('get-record-head', { owner: 'globex' })).body.code).toBe('unauthorized');
  });
});
