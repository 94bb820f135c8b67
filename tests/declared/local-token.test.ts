import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess } from '../harness/process.ts';
import { createOperator } from './operator.ts';

const settings = (dir: string, key: string) => ({
  DATABASE_URL: '',
  DOORWRIGHT_DATA_DIR: dir,
  DOORWRIGHT_SECRET_KEY: key,
});

test('with the embedded database the api leaves the operator a token that only its own user can read', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'doorwright-token-'));
  try {
    // Without a key of its own setting, as at a first start on a laptop.
    const api = await startProcess('', settings(dir, ''));
    const token = await readFile(join(dir, 'operator-token'), 'utf8');
    expect((await stat(join(dir, 'operator-token'))).mode & 0o777).toBe(0o600);
    expect((await createOperator(api.url, token).get('application')).status).toBe(200);
    // The key of the tests is not this installation's.
    expect((await createOperator(api.url).get('application')).status).toBe(401);
    expect(api.output()).not.toContain(token);
    await api.kill('SIGTERM');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
