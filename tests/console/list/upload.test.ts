import { mkdtemp, open as openFile, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { underWay } from '../../harness/under-way.ts';
import { add } from '../../harness/world.ts';
import { findings, findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

type Cell = string | number | null;
// The api makes sheets, and tests use the same library.
const { default: writeXlsxFile } = (await import(
  createRequire(import.meta.resolve('@doorwright/api/process/app.ts')).resolve('write-excel-file/node')
)) as { default: (rows: Cell[][]) => { toBuffer: () => Promise<Buffer> } };

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const workbook = async (rows: Cell[][], name = 'people.xlsx') => ({
  name,
  mimeType,
  buffer: await writeXlsxFile(rows).toBuffer(),
});

let desk: Desk;
let root: Client;
let page: Page;

beforeAll(async () => {
  desk = await openDesk();
  ({ admin: root, page } = desk);
  await add(root, 'organization', { name: 'acme' });
  await page.setViewportSize({ width: 1280, height: 900 });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const dialog = () => page.getByRole('dialog', { name: 'Upload users' });
const button = (name: string) => dialog().getByRole('button', { name, exact: true });
async function open(path = '/organizations/acme/users') {
  await page.goto(path);
  await page.getByRole('button', { name: 'Upload (.xlsx)' }).press('Enter');
  await dialog().waitFor();
}
const choose = async (file: Awaited<ReturnType<typeof workbook>> | string) =>
  dialog().locator('input[type=file]').setInputFiles(file);

test('rows of a workbook are shown before anything is written, become users, the list follows, and each refused row says why', async () => {
  await add(root, 'user', { owner: 'acme', name: 'old', displayName: 'Old' });
  await open();
  expect(await findingsInFull(page)).toEqual([]);
  await expect.poll(() => button('Upload').isDisabled()).toBe(true);
  await choose(
    await workbook([
      ['owner', 'name', 'displayName', 'email', 'password'],
      ['acme', 'ada', 'Ada', 'ada@acme.example', null],
      ['acme', 'bob', 'Bob', 'ada@acme.example', null],
      ['acme', 'old', 'Old again', null, null],
      ['acme', 'cy', 'Cy', null, '123'],
      ['acme', 'dee', 'Dee', null, null],
    ]),
  );
  await dialog().getByText('people.xlsx').waitFor();
  await button('Upload').click();
  await dialog().getByText('2 users to add').waitFor();
  await dialog().getByText('Nothing is stored yet.').waitFor();
  const before = dialog().getByRole('grid', { name: 'Preview' }).locator('tbody tr');
  await expect
    .poll(() => before.locator('td:nth-child(3)').allTextContents())
    .toEqual(['Refused', 'Refused', 'Skipped', 'To be added', 'To be added']);
  expect(await findings(page)).toEqual([]);
  expect(await desk.app.store('user').find(desk.app.db, 'acme', 'ada')).toBeUndefined();
  await button('Import 2 users').click();
  await page.getByText('Users uploaded successfully, refreshing the page').first().waitFor();
  await dialog().getByText('2 users imported').waitFor();
  await dialog().getByText('1 row skipped, because the user already exists').waitFor();
  await dialog().getByText('2 rows refused').waitFor();
  const rows = dialog().locator('tbody tr');
  await expect
    .poll(() => rows.first().locator('td').allTextContents())
    .toEqual(['3', 'acme/bob', 'Refused', 'Email', 'An earlier row has the same value']);
  await expect.poll(() => rows.locator('td:nth-child(1)').allTextContents()).toEqual(['3', '4', '5']);
  expect(await findings(page)).toEqual([]);
  await page.locator('main').getByText('Dee', { exact: true }).waitFor();
});

test('the report can be downloaded, and a spreadsheet opens it as text', async () => {
  await open();
  await choose(
    await workbook([
      ['owner', 'name'],
      ['=1+1', 'formula'],
    ]),
  );
  await button('Upload').click();
  await page.getByText('Users failed to upload: 1 row refused').first().waitFor();
  const loading = underWay(page.waitForEvent('download'));
  await button('Download the report (.csv)').click();
  const file = await loading;
  expect(file.suggestedFilename()).toBe('users-report.csv');
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFF"Row","User","Outcome","Field","Reason"');
  expect(lines[1]).toContain(`"2","'=1+1/formula","failed","owner"`);
});

test('the template can be downloaded, filled in and uploaded', async () => {
  await open('/users');
  const loading = underWay(page.waitForEvent('download'));
  await dialog().getByRole('link', { name: 'Download the template' }).click();
  const file = await loading;
  expect(file.suggestedFilename()).toBe('users.xlsx');
  await choose({ name: 'users.xlsx', mimeType, buffer: await readFile(await file.path()) });
  await button('Upload').click();
  await dialog().getByText('Organization example-organization does not exist').waitFor();
});

test('a file of another type or size is refused before the upload, and a broken workbook after it', async () => {
  await open();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await choose({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('owner,name') });
  await dialog().getByText('Choose an .xlsx file').waitFor();
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  const large = await openFile(join(folder, 'large.xlsx'), 'w');
  await large.truncate(17 * 2 ** 20);
  await large.close();
  await choose(join(folder, 'large.xlsx'));
  await dialog().getByText('The file has 17.0 M. The limit is 16.0 M.').waitFor();
  await expect.poll(() => button('Upload').isDisabled()).toBe(true);
  expect(sent.filter((url) => url.includes('/api/upload-users'))).toEqual([]);
  await rm(folder, { recursive: true });

  await choose({ name: 'fake.xlsx', mimeType, buffer: Buffer.from('not a workbook') });
  await button('Upload').click();
  await dialog().getByText('Users failed to upload: The file is not an .xlsx workbook').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
});

test('the dialog shows that the server works', async () => {
  await open();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/upload-users*', async (route) => {
    await released;
    await route.continue();
  });
  await choose(
    await workbook([
      ['owner', 'name'],
      ['acme', 'slow'],
    ]),
  );
  await button('Upload').click();
  await dialog().getByRole('progressbar', { name: 'Uploading' }).waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  release();
  await button('Import 1 user').click();
  await dialog().getByText('1 user imported').waitFor();
  await page.unroute('**/api/upload-users*');
});

test('the dialog and its report fit a phone', async () => {
  await open();
  await choose(
    await workbook([
      ['owner', 'name'],
      ['nowhere', 'nobody-with-quite-a-long-name'],
    ]),
  );
  await button('Upload').click();
  await dialog().getByText('1 row refused').waitFor();
  await button('Upload another file').waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect(await findingsInFull(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
});
