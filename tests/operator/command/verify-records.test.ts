import { generateKeyPairSync, hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maintainPartitions } from '@doorwright/api/db/partitions.ts';
import { tableOf } from '@doorwright/crds/derive/tables.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import { type RecordHead, recordDigests, signedText } from '@doorwright/crds/values/record-chain.ts';
import { CompactSign, compactVerify, createLocalJWKSet } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { sealAll } from '../../harness/database/seal.ts';
import { createTenant, password } from '../../harness/world.ts';
import { doorwright } from './command.ts';
import { type CommandWorld, startCommandWorld } from './world.ts';

let world: CommandWorld;
let root: Client;
let time = Date.parse('2026-03-10T10:00:00Z');

const seal = () => sealAll(world.app, () => new Date(time));

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
  await world.app.db.raw('CREATE TABLE kept_anchors AS SELECT * FROM record_anchors');
  await world.app.db.raw('CREATE TABLE kept_seals AS SELECT * FROM record_seals');
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

const anchor = (number: number) => world.app.db('record_anchors').where({ number });
const anchorsFrom = (number: number) => world.app.db('record_anchors').where('number', '>=', number);
/** Each of the three rounds of records is one step. */
const lastAnchor = 3;

/** Removes the records of the last round with all that was sealed about them, as somebody with the whole database can. */
async function cutEnd({ anchors = true } = {}): Promise<void> {
  const { db } = world.app;
  const { to_id: toId } = await anchor(lastAnchor - 1).first('to_id');
  await db('records').where('id', '>', toId).delete();
  await db('record_heads').where('to_id', '>', toId).delete();
  if (!anchors) return;
  await anchorsFrom(lastAnchor).delete();
  await db('record_seals').update({ sealed_to: toId, marked_to: toId });
}

async function fileWith(text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'anchors-')), 'anchor');
  await writeFile(file, text);
  return file;
}

const foreignSignature = (signed: RecordHead) =>
  new CompactSign(Buffer.from(signedText(signed)))
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(generateKeyPairSync('ed25519').privateKey);

describe('doorwright verify-records', () => {
  test('finds nothing in records as they were written, and says so', async () => {
    const said = await verify();
    expect(said).toMatchObject({ code: 0, stdout: '' });
    expect(said.stderr).toContain('All sealed records of 3 organizations are as they were written.\n');
    // 35.13: it says what it cannot see.
    expect(said.stderr).toContain('No anchor was given. So this cannot show whether the newest records were removed');
  });

  describe('finds', () => {
    afterEach(async () => {
      const { db } = world.app;
      for (const part of ['records', 'heads', 'anchors', 'seals']) {
        const table = part === 'records' ? part : `record_${part}`;
        await db.raw(`DELETE FROM ${table}`);
        await db.raw(`INSERT INTO ${table} SELECT * FROM kept_${part}`);
      }
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
      '35.13 the removed last heads with their records, where the anchors stayed': {
        what: 'head-missing',
        tamper: () => cutEnd({ anchors: false }),
      },
      '35.13 the removed last anchors, where the heads stayed': {
        what: 'head-unanchored',
        tamper: () => anchorsFrom(lastAnchor).delete(),
      },
      '35.13 a removed anchor between others': { what: 'anchor-missing', tamper: () => anchor(2).delete() },
      '35.13 an anchor with another number of records': {
        what: 'anchor-changed',
        tamper: () => anchor(2).update({ records: 1 }),
      },
      '35.13 an anchor whose list of heads is no list': {
        what: 'anchor-changed',
        tamper: () => anchor(2).update({ heads: 'nothing' }),
      },
      '35.13 an anchor that does not follow from the one before': {
        what: 'anchor-unlinked',
        tamper: () => anchor(2).update({ previous: 'elsewhere' }),
      },
      '35.13 a signature of another anchor': {
        what: 'signature-wrong',
        tamper: async () => anchor(2).update({ signature: (await anchor(1).first('signature')).signature }),
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

    describe('35.13 a cut end of everything', () => {
      let anchored: string;
      beforeAll(async () => {
        anchored = (await anchor(lastAnchor).first('signature')).signature;
      });

      test('not without an anchor, and says so', async () => {
        await cutEnd();
        const said = await verify();
        expect(said).toMatchObject({ code: 0, stdout: '' });
        expect(said.stderr).toContain('No anchor was given.');
      });

      test('with an anchor in a file, whatever else the file contains', async () => {
        const file = await fileWith(`<110>1 - - doorwright - anchor [anchor@32473 signature="${anchored}"] anchor`);
        const before = await verify('--anchor', file);
        expect(before).toMatchObject({ code: 0, stdout: '' });
        expect(before.stderr).toContain(`Anchor ${lastAnchor} was compared.`);
        await cutEnd();
        expect(await troubles('--anchor', file)).toEqual(['anchor-missing']);
        expect(await troubles('--anchor', file, '--organization', 'acme')).toEqual(['anchor-missing']);
      });

      test('with an anchor at an address', async () => {
        const server = createServer((_req, res) => void res.end(JSON.stringify({ data: { signature: anchored } })));
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        await cutEnd();
        const { port } = server.address() as AddressInfo;
        expect(await troubles('--anchor', `http://127.0.0.1:${port}/anchor`)).toEqual(['anchor-missing']);
        server.close();
      });

      test('also if the api sealed new records in the place of those that were cut', async () => {
        const file = await fileWith(anchored);
        await cutEnd();
        await write('afterwards');
        await seal();
        expect(await troubles()).toEqual([]);
        expect(await troubles('--anchor', file)).toEqual(['anchor-differs']);
      });

      test('with the anchor that an earlier run kept', async () => {
        const file = join(await mkdtemp(join(tmpdir(), 'anchors-')), 'anchor');
        expect((await verify('--keep', file)).code).toBe(0);
        expect((await readFile(file, 'utf8')).trim()).toBe(anchored);
        await cutEnd();
        expect(await troubles('--keep', file)).toEqual(['anchor-missing']);
        // A run that finds something keeps what it was compared with.
        expect((await readFile(file, 'utf8')).trim()).toBe(anchored);
      });
    });

    test('35.13 a text without an anchor of this installation stops the command', async () => {
      const foreign = await new CompactSign(Buffer.from(JSON.stringify({ anchor: 1, digest: 'one' })))
        .setProtectedHeader({ alg: 'EdDSA' })
        .sign(generateKeyPairSync('ed25519').privateKey);
      const { signature: ofHead } = await head(last).first('signature');
      for (const text of ['', 'eyJhbGciOiJub25lIn0.eyJhbmNob3IiOjF9.AAAA', foreign, ofHead]) {
        const file = await fileWith(text);
        const said = await verify('--anchor', file);
        expect(said).toMatchObject({ code: 1, stderr: `${file} contains no anchor of this installation.\n` });
      }
      expect((await verify('--anchor', '/nowhere/anchor')).code).toBe(1);
    });

    test('35.13 an anchor of a key that the installation does not know any more, unless it is in the chain', async () => {
      const formerly = async (claims: object) =>
        fileWith(
          await new CompactSign(Buffer.from(JSON.stringify(claims)))
            .setProtectedHeader({ alg: 'EdDSA', kid: 'former' })
            .sign(generateKeyPairSync('ed25519').privateKey),
        );
      const { digest } = await anchor(2).first('digest');
      expect(await troubles('--anchor', await formerly({ anchor: 2, digest }))).toEqual([]);
      expect(await troubles('--anchor', await formerly({ anchor: 2, digest: 'another' }))).toEqual([
        'anchor-key-unknown',
      ]);
    });
  });

  test('accepts that users and organizations get other names, which the records say', async () => {
    const rename = async (kind: string, id: string, name: string) =>
      expect((await root.post(`update-${kind}`, { name }, { query: { id } })).body.status).toBe('ok');
    const file = join(await mkdtemp(join(tmpdir(), 'anchors-')), 'anchor');
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

  test('reads heads and keys that administrators can keep: those of their organization only, and anchors for global ones (35.13)', async () => {
    const admin = await world.app.signedIn('acme', 'adam', password);
    const { data: newest } = (await admin.get('get-record-head')).body;
    const { data: keys } = (await world.app.anonymous.get('get-record-keys')).body;
    const { payload } = await compactVerify(newest.signature, createLocalJWKSet(keys));
    expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({ organization: 'acme', digest: newest.digest });
    expect(JSON.stringify(keys)).not.toContain('"d"');
    expect((await admin.get('get-record-anchor')).body.code).toBe('unauthorized');
    expect((await world.app.anonymous.get('get-record-anchor')).body.code).toBe('sign-in-first');
    const { data: anchored } = (await root.get('get-record-anchor')).body;
    const signed = await compactVerify(anchored.signature, createLocalJWKSet(keys));
    const { number, digest, records, toId } = anchored;
    expect(JSON.parse(Buffer.from(signed.payload).toString())).toMatchObject({ anchor: number, digest, records, toId });
    expect((await admin.get('get-record-head', { owner: 'globex' })).body.code).toBe('unauthorized');
  });
});
