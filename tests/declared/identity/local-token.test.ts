import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProcess } from '../../harness/process.ts';
import { createOperator } from '../operator.ts';

const settings = (dir: string, key: string) => ({
  DATABASE_URL: '',
  DOORWRIGHT_DATA_DIR: dir,
  DOORWRIGHT_SECRET_KEY: key,
});

test('with the embedded database, the api writes a token that only its own user can read, and both programs end together', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'doorwright-token-'));
  // As root, Postgres runs as a system user who needs access to the folder.
  await chmod(dir, 0o755);
  try {
    // Without a configured key, as at a first start on a laptop.
    const api = await startProcess('', settings(dir, ''));
    const token = await readFile(join(dir, 'operator-token'), 'utf8');
    expect((await stat(join(dir, 'operator-token'))).mode & 0o777).toBe(0o600);
    expect((await createOperator(api.url, token).get('application')).status).toBe(200);
    // This installation has another key than the tests.
    expect((await createOperator(api.url).get('application')).status).toBe(401);
    expect(api.output()).not.toContain(token);
    const { next } = (await createOperator(api.url, token).get('changes')).body;
    const gone = new AbortController();
    const headers = { Authorization: `Bearer ${token}` };
    const wait = () =>
      fetch(`${api.url}/declared/v1/changes?since=${next}&wait=25`, { headers, signal: gone.signal }).catch(() => {});
    for (let time = 0; time < 10; time++) {
      void wait();
      await delay(30);
    }
    // As when one terminal ends both: nobody reads changes for clients that left, and the database ends too.
    gone.abort();
    await api.kill('SIGTERM');
    expect(api.output()).not.toContain('"level":50');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
