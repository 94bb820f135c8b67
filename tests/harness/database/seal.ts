import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { sealRecords } from '@doorwright/api/features/record-chain/seal.ts';
import { expect, vi } from 'vitest';
import type { TestApp } from '../app.ts';
import { testKey } from './template.ts';

/** Seals all records that were written, as the job does it. */
export async function sealAll({ db, store }: Pick<TestApp, 'db' | 'store'>, now = () => new Date()): Promise<void> {
  const deps = { db, store, box: createSecretBox([testKey]), now };
  await vi.waitFor(
    async () => {
      await sealRecords(deps);
      const [last, seal] = [await db('records').max('id as id').first(), await db('record_seals').first('sealed_to')];
      expect(Number(seal.sealed_to)).toBeGreaterThanOrEqual(Number(last?.id));
    },
    { timeout: 30_000 },
  );
}
