import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../harness/cluster/ports.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { type Running, run } from '../../harness/run-program.ts';
import { password } from '../../harness/world.ts';
import { createBrowser } from './world/browser.ts';
import { goProgram, goSource } from './world/go-program.ts';
import { fileOf, type RecipeWorld, startRecipe } from './world/world.ts';

let world: RecipeWorld;
let gitea: Running;
let git: string;
let database: Awaited<ReturnType<typeof createDatabase>>;

/** A call of Gitea's API as the administrator that its installation made. */
async function ask(path: string, body?: object) {
  const response = await fetch(`${git}/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Basic ${Buffer.from(`keeper:${password}`).toString('base64')}`,
      'Content-Type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

let team: number;
beforeAll(async () => {
  const [binary, source] = [await goProgram('gitea'), await goSource('gitea')];
  const port = await freePort();
  git = `http://127.0.0.1:${port}`;
  world = await startRecipe('gitea.yaml', [['https://git.example.com', git]]);
  const { clientId, clientSecret } = world.connection('gitea');
  database = await createDatabase({ empty: true });
  const server = new URL(database.url);
  const work = join(world.folder, 'gitea');
  const [bin, conf] = [join(work, 'bin'), join(work, 'custom', 'conf')];
  for (const folder of [bin, conf]) mkdirSync(folder, { recursive: true });
  symlinkSync(binary, join(bin, 'gitea'));
  writeFileSync(
    join(conf, 'app.ini'),
    [
      ...['[server]', 'HTTP_ADDR = 127.0.0.1', `HTTP_PORT = ${port}`, `ROOT_URL = ${git}/`, 'DISABLE_SSH = true'],
      // Without a build of its pages, the templates of the module serve.
      ...[`STATIC_ROOT_PATH = ${source}`, '[database]', 'DB_TYPE = postgres', `HOST = ${server.host}`],
      ...[
        `NAME = ${server.pathname.slice(1)}`,
        `USER = ${server.username}`,
        `PASSWD = ${server.password}`,
        'SSL_MODE = disable',
      ],
      ...['[security]', 'INSTALL_LOCK = true', '[session]', 'COOKIE_SECURE = false', '[log]', 'MODE = console'],
      fileOf('gitea.ini', []),
    ].join('\n'),
  );
  const environment = {
    ...{ GITEA_WORK_DIR: work, GITEA_I_AM_BEING_UNSAFE_RUNNING_AS_ROOT: 'true', HOME: work },
    PATH: `${bin}:${process.env.PATH}`,
  };
  const sh = (script: string) =>
    promisify(execFile)('bash', ['-euc', script], { cwd: work, env: { ...process.env, ...environment } });
  await sh('gitea migrate');
  await sh(`gitea admin user create --admin --username keeper --password ${password} --email keeper@acme.example`);
  await sh(
    fileOf('gitea-source.sh', [
      ['https://id.example.com', world.app.url],
      ['your-client-id', clientId],
      ['your-client-secret', clientSecret],
    ]),
  );
  gitea = await run(join(bin, 'gitea'), ['web'], `${git}/api/healthz`, { environment, cwd: work, withinMs: 120_000 });
  await ask('orgs', { username: 'acme' });
  ({ id: team } = await ask('orgs/acme/teams', { name: 'writers', permission: 'write', units: ['repo.code'] }));
}, 1_800_000);
afterAll(async () => {
  await gitea?.stop();
  await world?.stop();
  await database?.drop();
});

const signIn = (person: string) => createBrowser(world, person).open(`${git}/user/oauth2/doorwright`);
const teamMembers = async () => (await ask(`teams/${team}/members`)).map(({ login }: { login: string }) => login);

test('a person of the group admins administers Gitea, with the login name of Doorwright', async () => {
  const { text } = await signIn('alice');
  expect(
    await ask('users/alice').catch((error) => error.message + text.slice(0, 800) + gitea.output().slice(-2000)),
  ).toMatchObject({
    login: 'alice',
    email: 'alice@acme.example',
    is_admin: true,
  });
});

test('a person of the group editors is in the team of writers, and leaves it with the group', async () => {
  await signIn('bob');
  expect(await ask('users/bob')).toMatchObject({ login: 'bob', is_admin: false });
  expect(await teamMembers()).toContain('bob');
  await world.root.post('update-group', { users: [] }, { query: { id: 'acme/editors' } });
  await signIn('bob');
  expect(await teamMembers()).not.toContain('bob');
});

test('a sign-out of Gitea leads to Doorwright, which ends its session and sends the person back', async () => {
  const browser = createBrowser(world, 'carol');
  await browser.open(`${git}/user/oauth2/doorwright`);
  expect(await browser.signOut(`${git}/user/logout`)).toBe(`${git}/`);
});
