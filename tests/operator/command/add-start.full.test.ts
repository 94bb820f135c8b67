import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createClient } from '../../harness/client.ts';
import { freePort } from '../../harness/cluster/ports.ts';
import { eventually } from '../world/cluster-world.ts';
import { freshPrograms, programFolder } from './add-world.ts';
import { startDoorwright } from './command.ts';

const folder = programFolder(freshPrograms.express ?? {});
// If root starts it, the embedded Postgres runs as another user.
chmodSync(folder, 0o755);
let child: ReturnType<typeof startDoorwright> | undefined;
afterAll(async () => {
  if (child?.exitCode === null) {
    process.kill(-(child.pid as number), 'SIGINT');
    await once(child, 'close');
  }
  rmSync(folder, { recursive: true });
});

// Its data is in the folder of the program, so the examples of this repository are not touched.
test('without a Doorwright, add starts one with npm start, and the first person signs in there', async () => {
  const origin = `http://localhost:${await freePort()}`;
  const redirectUri = `http://localhost:${await freePort()}/callback`;
  child = startDoorwright(
    ['add', folder, '--no-browser', '-o', 'json', '--redirect-uri', redirectUri],
    { DOORWRIGHT_ORIGIN: origin },
    true,
  );
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (text) => {
      said[stream] += text;
    });
  const ended = once(child, 'close');
  await eventually(() => {
    if (child?.exitCode !== null) throw new Error(said.stderr);
    return /Sign in at http/.test(said.stderr);
  }, 280_000);
  expect(said.stderr).toMatch(`No Doorwright runs at ${origin}`);

  const request = new URL(said.stderr.match(/Sign in at (\S+)/)?.[1] ?? '');
  const browser = createClient(origin);
  const asked = await browser.get(request.pathname + request.search);
  const page = new URL(String(asked.headers.get('location')), origin);
  const { client_id, response_type, redirect_uri, ...rest } = Object.fromEntries(page.searchParams);
  const name = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name.replace('@acme/', '');
  const person = { organization: name, username: 'alice', password: 'correct-horse-battery' };
  const root = createClient(origin);
  const administrator = {
    organization: 'built-in',
    username: 'admin',
    password: said.stderr.match(/password (\S+)/)?.[1],
  };
  await root.post('login', { type: 'login', application: 'app-built-in', ...administrator });
  const { password } = person;
  const added = (await root.post('add-user', { owner: name, name: 'alice', displayName: 'Alice', password })).body;
  expect(added.status, added.msg).toBe('ok');
  const query = { ...rest, clientId: String(client_id), responseType: 'code', redirectUri: String(redirect_uri) };
  const { body } = await browser.post('login', { type: 'code', ...person }, { query });
  expect(body.status, body.msg).toBe('ok');
  await fetch(String(body.data2));
  await eventually(() => said.stderr.includes('until Ctrl-C'), 60_000);
  expect(JSON.parse(said.stdout)).toMatchObject({ iss: origin, name: 'Alice' });
  expect(existsSync(join(folder, '.doorwright', '.gitignore'))).toBe(true);
  process.kill(-Number(child.pid), 'SIGINT');
  expect(await ended).toEqual([0, null]);
  await eventually(
    () =>
      fetch(origin).then(
        () => false,
        () => true,
      ),
    30_000,
  );
}, 500_000);
