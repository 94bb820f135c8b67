import { generateKeyPairSync, hash, randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecordHead, recordDigests } from '@doorwright/crds/values/record-chain.ts';
import { CompactSign } from 'jose';
import type { Client } from '../../harness/client.ts';
import { sealAll } from '../../harness/database/seal.ts';
import { createTenant } from '../../harness/world.ts';
import { doorwrightHere } from './command.ts';
import { startCommandWorld } from './world.ts';

/** The records of the tenants' beginning are of another month, so their step has two heads. */
export const lastHead = 4;
/** Each of the three rounds of records is one step. */
export const lastAnchor = 3;

const tables = ['records', 'record_heads', 'record_anchors', 'record_seals'];

/** A place for a file with an anchor. */
export const anchorPlace = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'anchors-')), 'anchor');

export async function anchorFile(text: string): Promise<string> {
  const file = await anchorPlace();
  await writeFile(file, text);
  return file;
}

/** A signature by a key that is none of the installation's. */
export const signedElsewhere = (text: string, header: object = {}): Promise<string> =>
  new CompactSign(Buffer.from(text))
    .setProtectedHeader({ alg: 'EdDSA', ...header })
    .sign(generateKeyPairSync('ed25519').privateKey);

/** The records of two organizations, sealed in three rounds, and somebody with the whole database. */
export async function startChainWorld() {
  const { app, settings, stop } = await startCommandWorld();
  const { db } = app;
  const clock = { time: Date.parse('2026-03-10T10:00:00Z') };
  const root: Client = await app.admin();
  await createTenant(app, root, 'acme');
  await createTenant(app, root, 'globex');

  const seal = () => sealAll(app, () => new Date(clock.time));

  /** A record of the organization at the time of the test. */
  async function write(user: string, fields: Record<string, unknown> = {}): Promise<void> {
    const { table, toRow } = app.store('record');
    const row = { owner: 'acme', organization: 'acme', name: randomUUID(), version: 1, action: 'login', user };
    await db(table).insert(toRow({ ...row, createdTime: new Date(clock.time).toISOString(), ...fields }));
  }

  for (const round of ['one', 'two', 'three']) {
    await write(`ann-${round}`);
    await write(`bob-${round}`);
    await seal();
    clock.time += 3 * 86_400_000;
  }
  for (const table of tables) await db.raw(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);

  const head = (number: number) => db('record_heads').where({ owner: 'acme', number });
  const anchor = (number: number) => db('record_anchors').where({ number });
  const anchorsFrom = (number: number) => db('record_anchors').where('number', '>=', number);
  const verify = (...args: string[]) => doorwrightHere(['verify-records', ...args], settings);

  return {
    ...{ app, root, settings, stop, clock, seal, write, head, anchor, anchorsFrom, verify },
    at: (user: string) => db('records').where({ user }),

    async troubles(...args: string[]): Promise<string[]> {
      return JSON.parse((await verify('-o', 'json', ...args)).stdout).items.map(({ what }: { what: string }) => what);
    },

    /** What a run in one organization finds after somebody has tampered with it. */
    async found(): Promise<string[]> {
      const { code, stdout } = await verify('--organization', 'acme', '-o', 'json');
      return code === 2 ? JSON.parse(stdout).items.map(({ what }: { what: string }) => what) : [`code ${code}`];
    },

    /** Puts back all that was tampered with. */
    async restore(): Promise<void> {
      for (const table of tables) {
        await db.raw(`DELETE FROM ${table}`);
        await db.raw(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
      }
    },

    /** A head with other values and a digest that fits them. */
    async rewriteHead(number: number, change: object): Promise<RecordHead> {
      const { organization, to_id, sealed_time, fields, members, rows, previous, month } = await head(number).first();
      const whole = { organization, number, month, toId: to_id, sealedTime: sealed_time.toISOString() };
      const changed = { ...whole, fields, members, rows, previous, digest: '', ...change };
      const digest = recordDigests((text) => hash('sha256', text, 'base64url')).ofHead(changed);
      await head(number).update({ members: changed.members, rows: changed.rows, previous: changed.previous, digest });
      return { ...changed, digest };
    },

    /** Removes the records of the last round with all that was sealed about them. */
    async cutEnd({ anchors = true } = {}): Promise<void> {
      const { to_id: toId } = await anchor(lastAnchor - 1).first('to_id');
      await db('records').where('id', '>', toId).delete();
      await db('record_heads').where('to_id', '>', toId).delete();
      if (!anchors) return;
      await anchorsFrom(lastAnchor).delete();
      await db('record_seals').update({ sealed_to: toId, marked_to: toId });
    },
  };
}

export type ChainWorld = Awaited<ReturnType<typeof startChainWorld>>;
