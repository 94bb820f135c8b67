import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { button, done, stored, visitAccount, withRule } from './account-world.ts';
import { isAbout, openDialog, pictureFile, seen } from './pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'doorwright-avatar-'));

let world: PagesWorld;
beforeAll(async () => {
  // The application has no provider for files, so the installation's own store takes them.
  world = await startPages({ DOORWRIGHT_DATA_DIR: folder });
});
afterAll(async () => {
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a user without a provider for files uploads a picture, cut to a square of 512 pixels, and removes it', async () => {
  const { page, name, complaints } = await visitAccount(world);
  const { dialog, choose, save } = await openDialog(page);
  await save.click();
  // 35.28 The words are those of the specification.
  await dialog.getByText('You must select a picture first!').waitFor();
  await choose.setInputFiles(await pictureFile(page));
  await dialog.getByRole('img', { name: 'Visible part of the picture' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await save.click();
  await done(page, 'The picture is changed');
  const { avatar } = await stored(world, name);
  expect(avatar).toContain(`${world.app.url}/files/avatar/acme/${name}.jpeg`);
  const { size, colors } = await seen(page, avatar, [
    [0.1, 0.5],
    [0.9, 0.5],
  ]);
  expect(size).toEqual([512, 512]);
  expect([isAbout(colors[0], 'red'), isAbout(colors[1], 'blue')]).toEqual([true, true]);
  expect(await page.locator('.avatar img.portrait').getAttribute('src')).toBe(avatar);

  await button(page, 'Remove picture').click();
  await done(page, 'The picture is removed');
  expect((await stored(world, name)).avatar).toBe('');
  expect(complaints).toEqual([]);
});

test('a file that is too large or no picture is refused in words, and nothing is sent', async () => {
  const { page, name } = await visitAccount(world);
  const { dialog, choose, save } = await openDialog(page);
  const file = (size: number) => ({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(size) });
  await choose.setInputFiles(file(10_000_001));
  await dialog.getByText('The picture is too large. The limit is 10 MB.').waitFor();
  await choose.setInputFiles(file(1000));
  await dialog.getByText('Your browser cannot read this file as a picture').waitFor();
  await save.click();
  await dialog.getByText('You must select a picture first!').waitFor();
  expect((await stored(world, name)).avatar).toBe('');
});

test('a user who may not change their picture has no button for it, and the server refuses an upload', async () => {
  const { page, name } = await visitAccount(world);
  await withRule(world, 'Avatar', { modifyRule: 'Admin' }, async () => {
    await page.reload();
    await page.getByRole('region', { name: 'Picture' }).waitFor();
    expect(await button(page, 'Change picture').count()).toBe(0);
    const { buffer } = await pictureFile(page);
    const answer = await page.evaluate<{ code: string }>(`(async () => {
      const form = new FormData();
      const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (each) => each.charCodeAt(0));
      form.append('file', new Blob([bytes], { type: 'image/png' }), 'me.png');
      const query = new URLSearchParams({ owner: 'acme', user: '${name}', tag: 'avatar', fullFilePath: 'avatar/acme/${name}.png' });
      return (await fetch('/api/upload-resource?' + query, { method: 'POST', body: form })).json();
    })()`);
    expect(answer.code).toBe('field-rule');
  });
  expect((await stored(world, name)).avatar).toBe('');
});
