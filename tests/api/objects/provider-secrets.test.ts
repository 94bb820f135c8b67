import { randomUUID } from 'node:crypto';
import type { SecretField } from '@doorwright/crds/providers/description.ts';
import { describedTypes, providerCategories } from '@doorwright/crds/providers/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
});
afterAll(() => app?.stop());

const elsewhere = (field: string) => ({ port: 4444, host: 'evil.example' })[field] ?? 'https://evil.example/';

async function stored(provider: Record<string, unknown>): Promise<string> {
  const name = `p-${randomUUID().slice(0, 8)}`;
  await add(root, 'provider', { name, ...provider });
  return name;
}

const update = async (name: string, change: Record<string, unknown>) =>
  (await root.post('update-provider', change, { query: { id: `admin/${name}` } })).body;

const cases = providerCategories.flatMap((category) =>
  describedTypes[category].flatMap(({ type, secrets = {} }) =>
    Object.entries(secrets).flatMap(([secret, { fields = [] }]) =>
      fields.map((field) => ({ category, type, secret: secret as SecretField, field })),
    ),
  ),
);

describe('S12 a kept secret never goes to a changed address', () => {
  test.each(cases)('$category $type: $field is an address of $secret', async ({ category, type, secret, field }) => {
    const name = await stored({
      category,
      type,
      [secret]: 'planted',
      [field]: field === 'port' ? 25 : 'first.example',
    });
    for (const kept of [{}, { [secret]: '***' }])
      expect(await update(name, { ...kept, [field]: elsewhere(field) })).toMatchObject({
        code: 'invalid',
        fields: [{ field: secret, message: expect.stringContaining('would now be sent to another address') }],
      });
    expect((await update(name, { displayName: 'Changed' })).status).toBe('ok');
    expect((await update(name, { [secret]: 'anew', [field]: elsewhere(field) })).status).toBe('ok');
  });

  test('another type needs the secret again, since its vendor or its address field differs', async () => {
    const name = await stored({ category: 'Storage', type: 'AWS S3', clientSecret: 'planted' });
    // No address of this type: it may change.
    expect((await update(name, { providerUrl: 'https://evil.example' })).status).toBe('ok');
    const huawei = { category: 'SMS', type: 'Huawei Cloud SMS' };
    expect(await update(name, huawei)).toMatchObject({ code: 'invalid', fields: [{ field: 'clientSecret' }] });
    expect((await update(name, { ...huawei, clientSecret: 'anew' })).status).toBe('ok');
  });

  test('the page of the registration is no address of a secret, except for Huawei Cloud', async () => {
    const name = await stored({ category: 'OAuth', type: 'GitHub', clientSecret: 'planted' });
    expect((await update(name, { providerUrl: 'https://github.com/settings' })).status).toBe('ok');
  });
});
