import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { picture } from '../../api/files/world.ts';
import { underWay } from '../../harness/under-way.ts';
import { add } from '../../harness/world.ts';
import { findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doorwright-console-files-'));
  desk = await openDesk({ DOORWRIGHT_DATA_DIR: folder });
  await add(desk.admin, 'provider', { name: 'disk', category: 'Storage', type: 'Local File System' });
});
afterAll(async () => {
  await desk?.close();
  rmSync(folder, { recursive: true });
});
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const keepFilesIn = (...names: string[]) =>
  desk.admin.post(
    'update-application',
    { providers: names.map((name) => ({ name })) },
    { query: { id: 'admin/app-built-in' } },
  );

async function upload(name: string) {
  const { page } = desk;
  await page.goto('/resources');
  const choosing = underWay(page.waitForEvent('filechooser'));
  await desk.button('Upload a file…').press('Enter');
  await (await choosing).setFiles({ name, mimeType: 'image/png', buffer: picture });
}

test('a file is uploaded with its progress, its link is copied, and it is deleted after a question', async () => {
  await keepFilesIn('disk');
  const { page, visitor } = desk;
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = `${randomUUID()}.png`;
  const held = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await held.promise;
    await route.continue();
  };
  await page.route('**/api/upload-resource?*', hold, { times: 1 });
  await upload(name);
  await page.getByRole('progressbar', { name: `Uploading ${name}` }).waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  held.resolve();
  await page.getByText('File uploaded successfully').first().waitFor();
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByText(`${picture.length} B`, { exact: true }).waitFor();

  const actions = row.getByRole('button', { name: /^Actions/ });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(copied).toContain(`${desk.app.url}/files/resource/built-in/admin/${name}?t=`);
  const link = await copied();
  expect((await fetch(link)).headers.get('content-type')).toBe('image/png');

  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText(name).first().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Resource deleted successfully').first().waitFor();
  await row.waitFor({ state: 'detached' });
  expect((await fetch(link)).status).toBe(404);
});

test('a fresh installation, whose applications have no store, keeps the file on its disk', async () => {
  await keepFilesIn();
  const name = `${randomUUID()}.png`;
  await upload(name);
  await desk.page.getByText('File uploaded successfully').first().waitFor();
  await desk.page.getByRole('row').filter({ hasText: name }).waitFor();
});

test('a file of another type is refused with the types that are taken', async () => {
  await upload(`${randomUUID()}.exe`);
  const told =
    'File failed to upload: Only pictures, videos, sounds and the types pdf, doc, docx, csv, xls and xlsx can be uploaded';
  await desk.page.getByText(told).first().waitFor();
});

test('a narrow phone shows the link of a file, and cuts nothing off', async () => {
  const { page } = desk;
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/resources');
  await desk.button('Upload a file…').waitFor();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  expect(await findingsInFull(page)).toEqual([]);
  await page.setViewportSize({ width, height });
});
