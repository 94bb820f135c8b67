import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openBrowser, signIn } from '../../console/world/browser.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { startSdkPage } from '../../protocol/libraries/sdk-page.ts';
import { casdoorWorld, fillCasdoor, password } from '../casdoor/world.ts';
import { databases, type ReadDatabase } from '../databases.ts';
import { commandFor } from './world.ts';

const clientId = '0ba528121ea87b3eb54d';
const clientSecret = '04f4ca22101529a3503d5a653a877b4e8403edf0';

let app: TestApp;
let browser: Browser;
let casdoor: ReadDatabase;
let command: ReturnType<typeof commandFor>;
let own: Awaited<ReturnType<typeof startSdkPage>>;
beforeAll(async () => {
  const [postgres] = databases;
  [app, browser, casdoor] = await Promise.all([
    startApp(),
    openBrowser(),
    (postgres as (typeof databases)[number]).start(),
  ]);
  own = await startSdkPage({
    serverUrl: () => app.url,
    clientId: () => clientId,
    signin: async (code) => {
      const form = { grant_type: 'authorization_code', code, client_id: clientId, client_secret: clientSecret };
      const { body } = await app.anonymous.post('/api/login/oauth/access_token', form);
      return { status: 'ok', token: (body as unknown as { access_token: string }).access_token };
    },
  });
  const world = await casdoorWorld();
  const applications = (world.applications ?? []).map((each) =>
    each.name === 'shop' ? { ...each, redirectUris: [`${own.url}/callback`] } : each,
  );
  await fillCasdoor(casdoor, { ...world, applications }, { dialect: 'postgres' });
  command = commandFor(app.url);
  await command.run('import', '--from', casdoor.url);
}, 120_000);
afterAll(async () => {
  own?.stop();
  command?.stop();
  await browser?.close();
  await app?.stop();
  await casdoor?.stop();
});

test("a page with Casdoor's library goes on signing people in at an imported application", async () => {
  const { page } = await browser.visit(own.url);
  await page.goto('/');
  await page.evaluate('location.assign(sdk.getSigninUrl())');
  await signIn(page, 'alice', password);
  await page.waitForURL(`${own.url}/callback?*`);
  const answer = (await page.evaluate(`sdk.signin('${own.url}')`)) as { status: string; token: string };
  const account = await app.client({ Authorization: `Bearer ${answer.token}` }).get('get-account');
  expect(account.body).toMatchObject({ status: 'ok', name: 'alice' });
});
