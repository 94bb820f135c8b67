import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumPath } from '../harness/chromium.ts';
import { type Started, startProgram } from './started.ts';
import { backFrom, createProgramWorld, type ProgramWorld, stackOf } from './world.ts';

const stack = stackOf('react');
let world: ProgramWorld;
let program: Started;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  world = await createProgramWorld(stack);
  origin = new URL(world.values.redirectUri).origin;
  program = await startProgram(stack, world.values, { withinMs: 300_000 });
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
}, 900_000);
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await world?.app.stop();
});

const visit = async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(origin);
  return page;
};

/** The page of Doorwright answers over HTTP, because another test shows it in a browser. */
const signIn = async (page: Page, username: string) => {
  const asking = page.waitForRequest((request) => request.url().startsWith(`${world.app.url}/login/oauth/authorize`));
  await page.getByRole('button', { name: 'Sign in' }).click();
  const request = new URL((await asking).url());
  expect(request.searchParams.get('code_challenge_method')).toBe('S256');
  await page.waitForURL(`${world.app.url}/**`);
  await page.goto(await backFrom(world, request, username));
};

test('React: two people sign in at once, each in their own browser, and one signs out', async () => {
  const [alices, bobs] = [await visit(), await visit()];
  await signIn(alices, 'alice');
  await signIn(bobs, 'bob');
  await alices.getByRole('heading', { name: 'Alice Liddell' }).waitFor();
  await bobs.getByRole('heading', { name: 'Bob <i>Builder</i>' }).waitFor();
  expect(new URL(alices.url()).search).toBe('');
  await alices.getByText(world.values.clientId).waitFor();
  await alices.getByRole('button', { name: 'Sign out' }).click();
  await alices.waitForURL(`${world.app.url}/**`);
  await alices.goto(origin);
  await alices.getByRole('button', { name: 'Sign in' }).waitFor();
  await bobs.reload();
  await bobs.getByRole('heading', { name: 'Bob <i>Builder</i>' }).waitFor();
});

test('S32 React: a callback with a foreign state is refused', async () => {
  const page = await visit();
  await page.goto(`${world.values.redirectUri}?code=stolen&state=foreign`);
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});
