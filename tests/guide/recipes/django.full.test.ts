import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../harness/cluster/ports.ts';
import { pythonWith } from '../../harness/python/python.ts';
import { type Running, run } from '../../harness/run-program.ts';
import { createBrowser } from './world/browser.ts';
import { fileOf, type RecipeWorld, recipes, startRecipe } from './world/world.ts';

let world: RecipeWorld;
let django: Running;
let site: string;

/** What an administrator of Django does once: the group, and what its members may do. */
const theGroup = `
from django.contrib.auth.models import Group, Permission
Group.objects.create(name="editors").permissions.add(Permission.objects.get(codename="view_user"))
`;

beforeAll(async () => {
  const python = await pythonWith(join(recipes, 'django-requirements.txt'));
  const port = await freePort();
  site = `http://127.0.0.1:${port}`;
  world = await startRecipe('django.yaml', [['https://editorial.example.com', site]]);
  const { clientId, clientSecret } = world.connection('editorial');
  const folder = join(world.folder, 'site');
  mkdirSync(folder);
  for (const name of ['settings', 'urls', 'groups'])
    writeFileSync(join(folder, `${name}.py`), fileOf(`django-${name}.py`, []));
  const environment = {
    ...{ DJANGO_SETTINGS_MODULE: 'settings', DJANGO_SECRET_KEY: randomBytes(32).toString('hex'), PYTHONPATH: folder },
    ...{ SITE_URL: site, OIDC_ISSUER_URL: world.app.url },
    ...{ OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
  };
  const manage = (...args: string[]) =>
    execFileSync(python, ['-m', 'django', ...args], { cwd: folder, env: { ...process.env, ...environment } });
  manage('migrate');
  manage('collectstatic', '--noinput');
  manage('shell', '-c', theGroup);
  const args = ['-m', 'django', 'runserver', '--noreload', `127.0.0.1:${port}`];
  django = await run(python, args, `${site}/admin/`, { environment, cwd: folder });
}, 600_000);
afterAll(async () => {
  await django?.stop();
  await world?.stop();
});

const users = '/admin/auth/user/';

test('a person of the group admins administers the site', async () => {
  const browser = createBrowser(world, 'alice');
  const { url, status, text } = await browser.open(`${site}/admin/`);
  expect(status, text.slice(0, 500) + django.output()).toBe(200);
  expect(url.pathname).toBe('/admin/');
  expect(text).toContain('Alice Example');
  expect((await browser.open(`${site}${users}add/`)).status).toBe(200);
});

test('the administration has its style sheets', async () => {
  const { text } = await createBrowser(world, 'alice').open(`${site}/admin/`);
  const [, sheet] = text.match(/<link rel="stylesheet" href="([^"]+)"/) ?? [];
  const answer = await fetch(new URL(sheet ?? '', site));
  expect(answer.status, django.output()).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/css');
});

test('a person of the group editors has the permissions of the group of that name, and no others', async () => {
  const browser = createBrowser(world, 'bob');
  expect((await browser.open(`${site}/admin/`)).text).toContain('Bob Example');
  expect((await browser.open(`${site}${users}`)).status, django.output()).toBe(200);
  expect((await browser.open(`${site}${users}add/`)).status).toBe(403);
});

test('a person of no group is refused, and comes in with the same browser once they have one', async () => {
  const browser = createBrowser(world, 'carol');
  const refused = await browser.open(`${site}/admin/`);
  expect(refused.status).toBe(403);
  await world.root.post('update-group', { users: ['acme/bob', 'acme/carol'] }, { query: { id: 'acme/editors' } });
  const { status, text } = await browser.open(refused.url);
  expect(status, django.output()).toBe(200);
  expect(text).toContain('Carol Example');
});

test('a person who leaves a group loses its rights at the next sign-in', async () => {
  await world.root.post('update-group', { users: [] }, { query: { id: 'acme/editors' } });
  expect((await createBrowser(world, 'bob').open(`${site}/admin/`)).status).toBe(403);
});
