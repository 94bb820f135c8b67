import { userColumns } from '@doorwright/api/kinds/user/upload/columns.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../harness/app.ts';
import type { Client } from '../../../harness/client.ts';
import { add, password } from '../../../harness/world.ts';
import { sheet, upload } from './sheets.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
});
afterAll(() => app.stop());

test('one sheet adds 10,000 users, and the server answers others meanwhile', { timeout: 120_000 }, async () => {
  await add(root, 'organization', { name: 'large' });
  const rows = Array.from({ length: 10_000 }, (_, i) =>
    userColumns.map(
      (name) =>
        ({ owner: 'large', name: `user${i}`, email: `u${i}@large.example`, displayName: `User ${i}` })[
          name as string
        ] ?? null,
    ),
  );
  const file = await sheet([[...userColumns], ...rows]);
  const uploading = upload(root, file);
  let slowest = 0;
  let answered = 0;
  let isDone = false;
  void uploading.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const began = performance.now();
    await fetch(`${app.url}/healthz`);
    slowest = Math.max(slowest, performance.now() - began);
    answered++;
  }
  const { data } = await uploading;
  console.log(
    `10,000 users of ${file.length >> 10} KiB without passwords: ${data.seconds} s after reading; slowest answer meanwhile ${Math.round(slowest)} ms`,
  );
  expect(data).toMatchObject({ created: 10_000, skipped: 0, failed: 0 });
  expect((await upload(root, file)).data).toMatchObject({ created: 0, skipped: 10_000 });
  expect(answered).toBeGreaterThan(20);
});

test('the passwords of a sheet are hashed a few at a time', { timeout: 60_000 }, async () => {
  await add(root, 'organization', { name: 'hashed' });
  const rows = Array.from({ length: 200 }, (_, i) => ['hashed', `user${i}`, `${password} ${i}`]);
  const { data } = await upload(root, await sheet([['owner', 'name', 'password'], ...rows]));
  console.log(`200 users with passwords: ${data.seconds} s`);
  expect(data.created).toBe(200);
  await app.signedIn('hashed', 'user199', `${password} 199`);
});
