import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { testKey } from '../../harness/database/template.ts';
import { startProcess } from '../../harness/process.ts';

const rotateKey = fileURLToPath(import.meta.resolve('@doorwright/api/process/bin/rotate-key.ts'));

test('a rotation under load causes no errors', async () => {
  const database = await createDatabase();
  const keys = [randomBytes(32), testKey].map((key) => key.toString('base64')).join(',');
  const api = await startProcess(database.url, { DOORWRIGHT_SECRET_KEY: keys });
  const client = createClient(api.url);
  const read = async () => (await client.get('get-application', { id: 'admin/app-built-in' })).body.status;
  const answers: string[] = [];
  let rotating = true;
  const load = (async () => {
    while (rotating) answers.push(await read());
  })();
  const env = { ...process.env, DATABASE_URL: database.url, DOORWRIGHT_SECRET_KEY: keys };
  const { stdout: output } = await promisify(execFile)(process.execPath, [rotateKey], { env });
  rotating = false;
  await load;
  expect(output).toMatch(/applications: 1 rows sealed again/);
  expect(new Set(answers)).toEqual(new Set(['ok']));
  await api.kill('SIGTERM');
  await database.drop();
});
