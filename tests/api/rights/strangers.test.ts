import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, startTenants } from '../../harness/world.ts';
import { kinds } from './every-kind.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  ({ app, root } = await startTenants());
});
afterAll(() => app.stop());

describe('S13 anonymous reads', () => {
  test('a stranger reads no list', async () => {
    const open = kinds.filter((kind) => kind.access?.list === 'anyone').map((kind) => kind.name);
    expect(open).toEqual(['product']);
    for (const kind of kinds.filter((each) => each.access?.list !== 'anyone')) {
      expect((await app.anonymous.get(`get-${kind.plural}`)).body).toMatchObject({ status: 'error', data: null });
    }
  });

  test('a stranger sees of an application what the sign-in page needs, without secrets and redirect addresses', async () => {
    await add(root, 'application', {
      name: 'shown',
      organization: 'acme',
      clientSecret: 'hush, do not tell',
      redirectUris: ['https://app.example/callback'],
      displayName: 'Shown',
    });
    const { body } = await app.anonymous.get('get-application', { id: 'admin/shown' });
    expect(body).toMatchObject({
      status: 'ok',
      data: { name: 'shown', displayName: 'Shown', clientSecret: '', redirectUris: [] },
    });
    expect(JSON.stringify(body)).not.toMatch(/hush|app\.example/);
  });
});
