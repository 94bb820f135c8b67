import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createStores } from '@doorwright/api/core/objects/storage/stores.ts';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { rotateSecrets } from '@doorwright/api/process/rotate-secrets.ts';
import { kinds } from '@doorwright/crds';
import { secretsOf, valuesAt } from '@doorwright/crds/derive/paths.ts';
import { describe, expect, test } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword, registry, testKey } from '../../harness/database/template.ts';
import { startProcess } from '../../harness/process.ts';
import { add, sampleOf } from '../../harness/world.ts';

const rotateKey = fileURLToPath(import.meta.resolve('@doorwright/api/process/bin/rotate-key.ts'));

describe('secrets at rest', () => {
  // More than forty characters, in the form that secrets of webhooks have.
  const secret = `whsec_${Buffer.from('a secret text of more than forty characters').toString('base64')}`;
  const oldKey = testKey;
  const newKey = randomBytes(32);
  const withSecrets = kinds.filter((kind) => !kind.internal && secretsOf(kind).some((path) => !path.digest));

  test('every secret of every kind is encrypted again with the current key, and an interrupted run continues', async () => {
    const app = await startApp();
    const root = await app.admin();
    for (const kind of withSecrets.filter((each) => each.name !== 'cert')) {
      const sample = sampleOf(kind, 'built-in', 'sealed');
      for (const { field, member, list } of secretsOf(kind).filter((path) => !path.digest))
        sample[field] = list ? [{ name: 'X', [member as string]: secret }] : secret;
      await add(root, kind.name, sample);
    }
    const both = createSecretBox([newKey, oldKey]);
    // The first run ends after one table, as if killed.
    const cut = rotateSecrets(app.db, registry, both, () => {
      throw new Error('killed');
    });
    await expect(cut).rejects.toThrow('killed');
    const again: string[] = [];
    await rotateSecrets(app.db, registry, both, ({ table, rows }) => void again.push(`${table} ${rows}`));
    const rest: number[] = [];
    await rotateSecrets(app.db, registry, both, ({ rows }) => void rest.push(rows));
    expect(rest.every((rows) => rows === 0)).toBe(true);

    const store = createStores(registry, createSecretBox([newKey]));
    for (const kind of withSecrets) {
      const { rows } = await store(kind.name).list(app.db, { sort: { field: 'createdTime', ascending: true } });
      const secrets = rows.flatMap((row) =>
        secretsOf(kind)
          .filter((path) => !path.digest)
          .flatMap((path) => valuesAt(row, path)),
      );
      expect(secrets.filter(Boolean).length, kind.kind).toBeGreaterThan(0);
    }
    await app.stop();
  });

  test('after npm run rotate-key, the old key is not needed', async () => {
    const database = await createDatabase();
    const keys = [newKey, oldKey].map((key) => key.toString('base64')).join(',');
    const env = { ...process.env, DATABASE_URL: database.url, DOORWRIGHT_SECRET_KEY: keys };
    const { stdout: output } = await promisify(execFile)(process.execPath, [rotateKey], { env });
    expect(output).toMatch(/applications: 1 rows sealed again/);

    const after = await startProcess(database.url, { DOORWRIGHT_SECRET_KEY: newKey.toString('base64') });
    const root = createClient(after.url);
    await root.post('login', {
      type: 'login',
      application: 'app-built-in',
      organization: 'built-in',
      username: 'admin',
      password: adminPassword,
    });
    const { body } = await root.get('get-application', { id: 'admin/app-built-in' });
    expect(body.data.clientSecret).toMatch(/^[0-9a-f]{40}$/);
    await after.kill('SIGTERM');
    await database.drop();
  });

  test('a secret that was moved, changed, or encrypted with a missing key cannot be read', () => {
    const box = createSecretBox([oldKey]);
    const sealed = box.seal('hush', 'applications.clientSecret');
    expect(box.open(sealed, 'applications.clientSecret')).toBe('hush');
    expect(() => box.open(sealed, 'providers.clientSecret')).toThrow();
    expect(() => box.open(`${sealed.slice(0, -2)}AA`, 'applications.clientSecret')).toThrow();
    expect(() => createSecretBox([newKey]).open(sealed, 'applications.clientSecret')).toThrow(box.currentKeyId);
    expect(box.seal('hush', 'x')).not.toBe(box.seal('hush', 'x'));
    expect(box.seal('', 'x')).toBe('');
  });
});
