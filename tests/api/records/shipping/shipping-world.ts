import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCert, type KeyPair } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import type { TestApp } from '../../../harness/app.ts';

export const pairFor = (name: string): Promise<KeyPair> =>
  generateCert({ ...{ name, owner: 'acme', cryptoAlgorithm: 'ES256', bitSize: 0, expireInYears: 1 }, now: new Date() });

/** A file with an authority, as the setting names it. */
export async function authorityFile({ certificate }: KeyPair): Promise<string> {
  const path = join(tmpdir(), `authority-${randomUUID()}.pem`);
  await writeFile(path, certificate);
  return path;
}

/** Records of one moment after another. */
export async function write(app: Pick<TestApp, 'db' | 'store'>, count: number, fields: object = {}): Promise<void> {
  const { table, toRow } = app.store('record');
  for (let index = 0; index < count; index++) {
    const usual = { owner: 'acme', organization: 'acme', createdTime: new Date().toISOString(), version: 1 };
    await app.db(table).insert(toRow({ ...usual, name: randomUUID(), action: 'login', ...fields }));
  }
}

/** The IDs of all records in their order. */
export const storedIds = async ({ db }: Pick<TestApp, 'db'>): Promise<number[]> =>
  (await db('records').orderBy('id').pluck('id')).map(Number);
