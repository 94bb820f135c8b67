import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, npmStart, processesWith } from './started.ts';

const folder = mkdtempSync(join(tmpdir(), 'doorwright-refused-'));
// As root, Postgres runs as a system user who needs access to the folder.
chmodSync(folder, 0o755);
let port = 0;
beforeAll(async () => {
  port = await freePort();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm start prints one sentence and exits with 1 if', () => {
  const foreign = join(folder, 'foreign');
  const file = join(folder, 'file');

  beforeAll(() => {
    mkdirSync(join(foreign, 'postgres'), { recursive: true });
    writeFileSync(join(foreign, 'postgres', 'thesis.txt'), 'not ours');
    writeFileSync(file, '');
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'DATABASE_URL is not an address',
      { DATABASE_URL: 'my database' },
      /^DATABASE_URL cannot be used: it must be a postgres:\/\//,
    ],
    [
      'the data folder has another content',
      { DOORWRIGHT_DATA_DIR: foreign },
      /foreign\/postgres is there but holds no Postgres/,
    ],
    ['the data folder is a file', { DOORWRIGHT_DATA_DIR: file }, /DOORWRIGHT_DATA_DIR/],
    ['a setting has an unknown value', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL «loud» cannot be used: /],
    ['a setting is no number', { PORT: 'eighty' }, /^PORT «eighty» cannot be used: /],
  ])('%s', async (_, changed, sentence) => {
    const started = npmStart({ DOORWRIGHT_DATA_DIR: join(folder, 'unused'), PORT: String(port), ...changed });
    await started.ended;
    expect(started.stderr).toMatch(sentence);
    expect(started.stderr.trim().split('\n')).toHaveLength(1);
    expect(started.exitCode).toBe(1);
    expect(started.stdout).toBe('');
  });

  test('its port is in use', async () => {
    const dataDir = join(folder, 'data');
    const squatter = createServer().listen(port, '127.0.0.1');
    try {
      const started = npmStart({ DOORWRIGHT_DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' });
      await started.ended;
      expect(started.stderr).toBe(`Port ${port} is in use by another program; set PORT to a free one.\n`);
      expect(started.exitCode).toBe(1);
      expect(processesWith(dataDir)).toEqual([]);
    } finally {
      squatter.close();
    }
  });
});
