import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { localToken } from '@doorwright/api/features/declared/local-token.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../declared/operator.ts';
import type { TestApp } from '../harness/app.ts';
import { testKey } from '../harness/database/template.ts';
import { add } from '../harness/world.ts';
import { type OperatorProcess, startOperator } from '../operator/world/declared-world.ts';
import { findings, findingsInFull } from './world/axe.ts';
import { type Desk, openDesk } from './world/desk.ts';

const root = join(import.meta.dirname, '..', '..');
const dir = mkdtempSync(join(tmpdir(), 'doorwright-declared-page-'));
const manifests = join(dir, 'manifests');
let desk: Desk;
let app: TestApp;
let page: Page;
let operator: OperatorProcess | undefined;

beforeAll(async () => {
  desk = await openDesk();
  ({ app, page } = desk);
  cpSync(join(root, 'crds', 'examples'), manifests, { recursive: true });
  writeFileSync(join(dir, 'operator-token'), localToken(createSecretBox([testKey])));
  await page.setViewportSize({ width: 1280, height: 900 });
});

afterAll(async () => {
  await operator?.stop();
  operator = undefined;
  await desk?.close();
  rmSync(dir, { recursive: true });
});

const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const edit = (from: string, to: string) => {
  const file = join(manifests, 'applications.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
};
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
/** The page, with an operator that reconciles the folder. */
async function openDeclared(): Promise<void> {
  operator ??= await startOperator({
    DOORWRIGHT_MANIFESTS: manifests,
    DOORWRIGHT_DATA_DIR: dir,
    DOORWRIGHT_API_URL: app.url,
  });
  await page.goto('/declared');
  await row('Application rivermill/newsroom').first().waitFor({ timeout: 50_000 });
}

test('the page says how to begin while nothing is declared', async () => {
  await page.goto('/declared');
  await heading('Nothing is declared yet');
  await page.getByText('kind: Organization').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
});

test('lists every resource of the folder with its file and line, and a link to its object', async () => {
  await openDeclared();
  await page.getByText(/^(\d+) of \1 ready$/).waitFor({ timeout: 50_000 });
  await expect
    .poll(() => row('Application rivermill/newsroom').innerText())
    .toMatch(/Ready[\s\S]*applications\.yaml:2/);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Application rivermill/newsroom' }).click();
  await page.waitForURL('**/applications/newsroom');
});

test('a mistake shows on top of the open page, and goes when it is corrected', async () => {
  await openDeclared();
  const mistake = page.getByText('Error in a file');
  edit('expireInHours: 8', 'expireInHours: often');
  await mistake.waitFor();
  await expect
    .poll(() => page.getByRole('row').nth(1).innerText())
    .toMatch(/Not ready[\s\S]*applications\.yaml:\d+[\s\S]*Invalid: spec\.expireInHours/);
  edit('expireInHours: often', 'expireInHours: 8');
  await mistake.waitFor({ state: 'detached' });
});

test('lists resources of a cluster with the kubectl command that tells more', async () => {
  await page.goto('/declared');
  const cluster = createOperator(app.url);
  await cluster.put('cert/admin/from-cluster', { uid: 'u-1', namespace: 'team', name: 'signing' });
  await heading('Declared by clusters');
  await page.getByText('kubectl describe certs.doorwright.dev signing -n team').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await page.getByRole('link', { name: 'Cert from-cluster' }).waitFor();
});

test('nothing scrolls sideways on a phone, and a resource without problems has no empty message', async () => {
  await openDeclared();
  const newsroom = row('Application rivermill/newsroom').first();
  await expect.poll(() => newsroom.getByRole('gridcell').count()).toBe(4);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => newsroom.getByRole('gridcell').count()).toBe(3);
  await expect.poll(() => page.evaluate('document.querySelector("main").scrollWidth')).toBeLessThanOrEqual(360);
  expect(await findingsInFull(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('S7 administrators of one organization have neither this page nor an answer from the api', async () => {
  const { admin } = desk;
  await add(admin, 'organization', { owner: 'admin', name: 'acme' });
  await add(admin, 'user', { owner: 'acme', name: 'ada', password: 'a password of ada', isAdmin: true });
  const ada = await app.signedIn('acme', 'ada', 'a password of ada');
  expect((await ada.get('get-manifests')).body).toMatchObject({ status: 'error', code: 'unauthorized' });
  expect(desk.visitor.complaints).toEqual([]);
});
