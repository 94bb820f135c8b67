import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
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

  test.each(shownKinds)('is sorted by all of its columns but secrets: $kind', async (kind) => {
    const columns = (kind.list?.columns ?? []).map(({ field }) => fieldsOf(kind).find(({ name }) => name === field));
    const sorted = columns.filter((each) => !each?.secret).map((each) => each?.name ?? '');
    const verb = kind.people ? 'get-global-users' : `get-${kind.plural}`;
    const answers = await Promise.all(
      sorted.map((sortField) => admin.get(verb, { p: 1, pageSize: 10, sortField, sortOrder: 'ascend' })),
    );
    expect(sorted.filter((_, index) => answers[index]?.body.status !== 'ok')).toEqual([]);
  });
});
