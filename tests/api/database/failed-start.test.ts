import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../harness/database/database.ts';
import { startProcess } from '../../harness/process.ts';

describe('a server that cannot start says what to fix in one sentence', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());
  const startWith = (settings: Record<string, string>, query = '') =>
    startProcess(`${database.url}${query}`, settings).then(
      () => 'it started',
      (error: Error) => error.message.replace('the api ended with 1: ', ''),
    );

  test('a different secret key than the database’s', async () => {
    expect(await startWith({ DOORWRIGHT_SECRET_KEY: randomBytes(32).toString('base64') })).toMatch(
      /^DOORWRIGHT_SECRET_KEY does not hold the key [0-9a-f]{8}, with which the secrets of this database are sealed; .+\.\n$/,
    );
  });
});
