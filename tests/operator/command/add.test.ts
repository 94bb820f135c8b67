import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { localToken } from '@doorwright/api/features/declared/local-token.ts';
import { manifestOf } from '@doorwright/operator/bin/doorwright/add/manifest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { freePort } from '../../harness/cluster/ports.ts';
import { testKey } from '../../harness/database/template.ts';
import { add, password } from '../../harness/world.ts';
import { signInAt } from '../../protocol/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { type OperatorProcess, startOperator } from '../world/declared-world.ts';
import { freshPrograms, programFolder } from './add-world.ts';
import { doorwrightHere, startDoorwright } from './command.ts';

let app: TestApp;
let root: Client;
let operator: OperatorProcess;
let folder: string;
let redirectUri: string;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  folder = programFolder(freshPrograms.express ?? {});
  redirectUri = `http://localhost:${await freePort()}/callback`;
  // A Doorwright that runs already, with an operator on the folder of the manifest.
  for (const each of ['.doorwright', 'doorwright']) mkdirSync(join(folder, each));
  writeFileSync(join(folder, '.doorwright', 'operator-token'), localToken(createSecretBox([testKey])));
  operator = await startOperator({
    DOORWRIGHT_MANIFESTS: join(folder, 'doorwright'),
    DOORWRIGHT_DATA_DIR: join(folder, '.doorwright'),
    DOORWRIGHT_API_URL: app.url,
  });
});
afterAll(async () => {
  await operator?.stop();
  await app?.stop();
  rmSync(folder, { recursive: true });
});

function run(...args: string[]) {
  return start(['--no-browser', ...args]);
}

function start(args: string[], settings: Record<string, string> = {}) {
  const child = startDoorwright(['add', folder, '-o', 'json', '--redirect-uri', redirectUri, ...args], {
    DOORWRIGHT_ORIGIN: app.url,
    ...settings,
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (text) => {
      said[stream] += text;
    });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { said, code };
}

/** Signs in at the address that the command prints, and returns the address of the callback. */
async function back({ said }: ReturnType<typeof run>, username: string): Promise<URL> {
  await eventually(() => /Sign in at http/.test(said.stderr), 60_000);
  return backFrom(new URL(said.stderr.match(/Sign in at (\S+)/)?.[1] ?? ''), username);
}

async function backFrom(request: URL, username: string): Promise<URL> {
  const browser = app.client();
  const asked = await browser.get(request.pathname + request.search);
  const page = new URL(String(asked.headers.get('location')), app.url);
  const { body } = await signInAt(browser, page, username, 'shop');
  expect(body.status, body.msg).toBe('ok');
  return new URL(String(body.data2));
}

/** A first run, which leaves the files, the organization and alice. */
async function added() {
  const adding = run();
  await eventually(() => /Sign in at http/.test(adding.said.stderr), 60_000);
  await root.post('add-user', { owner: 'shop', name: 'alice', displayName: 'Alice Liddell', password });
  return adding;
}

test('a program with Express gets its files, and the person who signs in is printed without their tokens', async () => {
  const adding = await added();
  expect((await fetch(`${redirectUri}?code=stolen&state=foreign`)).status).toBe(400);
  const callback = await back(adding, 'alice');
  expect(await (await fetch(callback)).text()).toMatch('You are signed in');
  expect(await adding.code, adding.said.stderr).toBe(0);
  const claims = JSON.parse(adding.said.stdout);
  expect(claims).toMatchObject({ iss: app.url, name: 'Alice Liddell', preferred_username: 'alice' });
  expect(adding.said.stdout + adding.said.stderr).not.toMatch(/eyJ[\w-]+\.eyJ|access_token|id_token/);

  const env = readFileSync(join(folder, '.env'), 'utf8');
  expect(env).toMatch(`OIDC_ISSUER_URL='${app.url}'`);
  expect(env).toMatch(`OIDC_CLIENT_ID='${claims.aud}'`);
  expect(env).toMatch(/^OIDC_CLIENT_SECRET='.{20,}'$/m);
  expect(statSync(join(folder, '.env')).mode & 0o077).toBe(0);
  const secret = env.match(/OIDC_CLIENT_SECRET='(.+)'/)?.[1] ?? '';
  expect(adding.said.stdout + adding.said.stderr).not.toMatch(secret);
});

test('a second run changes nothing, and another person can sign in', async () => {
  await fetch(await back(await added(), 'alice'));
  const before = ['.env', '.gitignore', 'doorwright/application.yaml'].map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  await add(root, 'user', { owner: 'shop', name: 'bob', displayName: 'Bob', password });
  const adding = run();
  await fetch(await back(adding, 'bob'));
  expect(await adding.code, adding.said.stderr).toBe(0);
  expect(JSON.parse(adding.said.stdout).name).toBe('Bob');
  expect(
    ['.env', '.gitignore', 'doorwright/application.yaml'].map((file) => readFileSync(join(folder, file), 'utf8')),
  ).toEqual(before);
  expect(adding.said.stderr).toMatch('.env is there already.');
});

test('the browser of the person opens with the address of the sign-in', async () => {
  await fetch(await back(await added(), 'alice'));
  const bin = mkdtempSync(join(tmpdir(), 'doorwright-browser-'));
  for (const name of ['xdg-open', 'open'])
    writeFileSync(join(bin, name), `#!/bin/sh\nprintf %s "$1" > '${bin}/address'\n`, { mode: 0o755 });
  const adding = start([], { PATH: `${bin}:${process.env.PATH}` });
  await eventually(() => adding.said.stderr.includes('The sign-in is open in your browser: '), 60_000);
  const address = readFileSync(join(bin, 'address'), 'utf8');
  expect(adding.said.stderr).toMatch(address);
  await fetch(await backFrom(new URL(address), 'alice'));
  expect(await adding.code, adding.said.stderr).toBe(0);
  rmSync(bin, { recursive: true });
});

test('a file of values that exists stays as it is, and the command tells where the values are', async () => {
  await fetch(await back(await added(), 'alice'));
  const own = readFileSync(join(folder, '.env'), 'utf8');
  writeFileSync(join(folder, '.env'), 'MINE=1\n');
  const adding = run('--name', 'ignored');
  await fetch(await back(adding, 'alice'));
  expect(await adding.code, adding.said.stderr).toBe(0);
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('MINE=1\n');
  expect(adding.said.stderr).toMatch('.env exists and stays as it is.');
  expect(adding.said.stderr).toMatch(join(folder, '.doorwright', 'secrets', 'shop', 'shop-oidc.yaml'));
  writeFileSync(join(folder, '.env'), own);
});

test('where the name of the application is taken, the command ends at once and says what to do', async () => {
  await add(root, 'application', { owner: 'admin', name: 'taken', organization: 'built-in' });
  const other = programFolder(freshPrograms.express ?? {});
  // The folder of the operator is that of the first program.
  writeFileSync(
    join(folder, 'doorwright', 'taken.yaml'),
    manifestOf({ name: 'taken', organization: undefined, redirectUri, isPublic: false }),
  );
  const from = Date.now();
  const { code, stderr } = await doorwrightHere(['add', other, '--no-browser', '--name', 'taken'], {
    DOORWRIGHT_ORIGIN: app.url,
    DOORWRIGHT_API_URL: app.url,
    DOORWRIGHT_OPERATOR_TOKEN_FILE: join(folder, '.doorwright', 'operator-token'),
  });
  expect(code, stderr).toBe(1);
  expect(Date.now() - from).toBeLessThan(60_000);
  expect(stderr).toMatch(
    /The Application taken\/taken cannot become Ready\. (AdoptionRefused|NameConflict): .*admin\/taken/,
  );
  expect(stderr).toMatch('Delete doorwright/application.yaml, and run the command again with another name: --name');
  rmSync(join(folder, 'doorwright', 'taken.yaml'));
  rmSync(other, { recursive: true });
});

test('if nobody signs in, or the application is not Ready, the command ends and says why', async () => {
  await fetch(await back(await added(), 'alice'));
  await operator.stop();
  const late = run('--wait', '3');
  expect(await late.code).toBe(1);
  expect(late.said.stderr).toMatch('Nobody signed in within 3 seconds');
  const manifest = join(folder, 'doorwright', 'application.yaml');
  rmSync(join(folder, '.doorwright', 'secrets'), { recursive: true });
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(/(name(?:space)?): shop/g, '$1: other'));
  const missing = run('--wait', '2');
  expect(await missing.code).toBe(1);
  expect(missing.said.stderr).toMatch('The application other/other is not Ready.');
});
