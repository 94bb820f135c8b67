import { hasOrder } from '@doorwright/crds/derive/orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { checkPagesOf, shownKinds } from './kind-pages.ts';

// One of each form: people, objects with tabs and tables, a short form, objects that nobody edits, and a list that is not in the menu.
checkPagesOf(shownKinds.filter(({ name }) => ['user', 'application', 'model', 'record', 'ldap'].includes(name)));

describe('The list of each kind', () => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await startApp();
    admin = await app.admin();
  });
  afterAll(() => app?.stop());

  test.each(shownKinds)('is sorted by each order that it offers: $kind', async (kind) => {
    const sorted = (kind.list?.columns ?? [])
      .map(({ field }) => field)
      .filter((field) => hasOrder(kind, field, { isOfOne: false }));
    const verb = kind.people ? 'get-global-users' : `get-${kind.plural}`;
    const answers = await Promise.all(
      sorted.map((sortField) => admin.get(verb, { p: 1, pageSize: 10, sortField, sortOrder: 'ascend' })),
    );
    expect(sorted.filter((_, index) => answers[index]?.body.status !== 'ok')).toEqual([]);
  });
});
