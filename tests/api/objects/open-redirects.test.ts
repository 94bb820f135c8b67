import { down, up } from '@doorwright/api/db/migrations/20261123033500_organizations_applications.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  await add(root, 'organization', { name: 'acme' });
  await add(root, 'application', { name: 'shop', organization: 'acme' });
});
afterAll(() => app.stop());

const update = async (changes: object) =>
  (await root.post('update-application', changes, { query: { id: 'admin/shop' } })).body;

test.each([
  'http://shop.example/callback',
  'HTTP://shop.example/callback',
  'http://10.0.0.8/callback',
  'http://localhost.shop.example/callback',
  'http://127.0.0.1.shop.example/callback',
  'http://[::2]/callback',
])('17.13 the redirect address %s is refused with its reason, unless the application allows it', async (uri) => {
  const refused = await update({ redirectUris: ['https://shop.example/callback', uri], allowHttpRedirects: false });
  const inWords = /^must begin with https:.* unless .* the application allows http redirects$/;
  expect(refused.fields).toEqual([{ field: 'redirectUris[1]', message: expect.stringMatching(inWords) }]);
  expect(await update({ redirectUris: [uri], allowHttpRedirects: true })).toMatchObject({ status: 'ok' });
  expect((await update({ allowHttpRedirects: false })).fields).toMatchObject([{ field: 'redirectUris[0]' }]);
  await update({ redirectUris: [], allowHttpRedirects: false });
});

test.each([
  ...['ftp://shop.example/callback', 'ws://shop.example/callback', 'view-source:http://shop.example/'],
  ...[
    'mailto:thief@shop.example',
    'smb://shop.example/share',
    'jar:https://shop.example/a!/',
    'ms-msdt:/id',
    'app:/back',
  ],
])(
  '17.13 the redirect address %s is refused, because it opens neither a page nor an app with its own domain',
  async (uri) => {
    expect((await update({ redirectUris: [uri] })).fields).toMatchObject([{ field: 'redirectUris[0]' }]);
  },
);

test('17.13 redirect addresses with https, of this machine and of apps need no permission', async () => {
  const redirectUris = [
    'http://localhost:9000/callback',
    'http://127.0.0.1/callback',
    'http://127.8.8.8:1/callback',
    'http://[::1]:8080/callback',
    'com.example.shop:/callback',
    'casdoor://callback',
    'https://shop.example/callback',
  ];
  expect(await update({ redirectUris })).toMatchObject({ status: 'ok' });
});

test('17.13 older applications keep their http addresses after the upgrade, and no other gets the permission', async () => {
  const before = {
    open: ['https://a.example/', 'http://a.example/'],
    network: ['http://127.0.0.1.a.example/'],
    local: [
      'http://localhost',
      'http://localhost:9000/a',
      'http://127.0.0.1/?a',
      'http://[::1]:8/',
      'com.example.app:/http://',
    ],
    none: [],
  };
  for (const [name, redirectUris] of Object.entries(before))
    await add(root, 'application', { name, organization: 'acme', redirectUris, allowHttpRedirects: true });
  await app.db.transaction(async (sql) => {
    await down(sql);
    await up(sql);
  });
  const rows = await app.db('applications').whereIn('name', Object.keys(before)).orderBy('name');
  expect(rows.map((row) => [row.name, row.allow_http_redirects])).toEqual([
    ['local', false],
    ['network', true],
    ['none', false],
    ['open', true],
  ]);
});
