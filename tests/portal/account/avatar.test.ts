import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { button, done, stored, visitAccount, withRule } from './account-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'doorwright-avatar-'));

let world: PagesWorld;
beforeAll(async () => {
  // The application has no provider for files, so the installation's own store takes them.
  world = await startPages({ DOORWRIGHT_DATA_DIR: folder });
}, 120_000);
afterAll(async () => {
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Color = 'red' | 'blue';
const rgb: Record<Color, number[]> = { red: [255, 0, 0], blue: [0, 0, 255] };

/** A picture of 400 × 200 pixels: its left half is red, and its right half is blue. */
async function pictureFile(page: Page) {
  const data = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 });
    const context = canvas.getContext('2d');
    for (const [color, x] of [['#f00', 0], ['#00f', 200]]) { context.fillStyle = color; context.fillRect(x, 0, 200, 200); }
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') };
}

/** The colors of an avatar at these places, each as a share of its width and height, and its size. */
const seen = (page: Page, url: string, places: [number, number][]) =>
  page.evaluate<{ size: number[]; colors: number[][] }>(`(async () => {
    const picture = await createImageBitmap(await (await fetch(${JSON.stringify(url)})).blob());
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(picture, 0, 0);
    const at = ([x, y]) => [...context.getImageData(x * picture.width, y * picture.height, 1, 1).data].slice(0, 3);
    return { size: [picture.width, picture.height], colors: ${JSON.stringify(places)}.map(at) };
  })()`);

const isAbout = (color: number[] | undefined, wanted: Color) =>
  rgb[wanted].every((value, at) => Math.abs(value - (color?.[at] ?? -100)) < 30);

async function openDialog(page: Page) {
  await button(page, 'Change picture').click();
  const dialog = page.getByRole('dialog', { name: 'Change picture' });
  await dialog.waitFor();
  return {
    dialog,
    choose: dialog.locator('input[type=file]'),
    save: dialog.getByRole('button', { name: 'Set new profile picture' }),
  };
}

test('a user without a provider for files uploads a picture, cut to a square of 512 pixels, and removes it', async () => {
  const { page, name, complaints } = await visitAccount(world);
  const { dialog, choose, save } = await openDialog(page);
  expect(await save.isDisabled()).toBe(true);
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

test('the keyboard moves, zooms and turns the picture', async () => {
  const { page, name } = await visitAccount(world);
  const { dialog, choose, save } = await openDialog(page);
  await choose.setInputFiles(await pictureFile(page));
  const stage = dialog.getByRole('img', { name: 'Visible part of the picture' });
  await stage.focus();
  // The middle moves to the left, until the left end of the picture fills the square.
  for (let press = 0; press < 20; press++) await stage.press('ArrowRight');
  await stage.press('+');
  await save.click();
  await done(page, 'The picture is changed');
  const cut = await seen(page, (await stored(world, name)).avatar, [
    [0.1, 0.5],
    [0.9, 0.5],
  ]);
  expect(cut.colors.map((color) => isAbout(color, 'red'))).toEqual([true, true]);

  const again = await openDialog(page);
  await again.choose.setInputFiles(await pictureFile(page));
  await again.dialog.getByRole('button', { name: 'Turn right' }).click();
  await again.save.click();
  // Both answers say the same, so the second upload is known by its address.
  await expect.poll(async () => (await stored(world, name)).avatar).not.toBe('');
  await again.dialog.waitFor({ state: 'detached' });
  const turned = await seen(page, (await stored(world, name)).avatar, [
    [0.5, 0.1],
    [0.5, 0.9],
  ]);
  expect([isAbout(turned.colors[0], 'red'), isAbout(turned.colors[1], 'blue')]).toEqual([true, true]);
});

test('the mouse drags the picture, and the slider and the wheel zoom it', async () => {
  const { page, name } = await visitAccount(world);
  const { dialog, choose, save } = await openDialog(page);
  await choose.setInputFiles(await pictureFile(page));
  const stage = dialog.getByRole('img', { name: 'Visible part of the picture' });
  const box = await stage.boundingBox();
  if (!box) throw new Error('the picture is not drawn');
  const [left, middle] = [box.x + box.width / 4, box.y + box.height / 2];
  await page.mouse.move(left, middle);
  await page.mouse.down();
  await page.mouse.move(left + box.width * 0.6, middle, { steps: 5 });
  await page.mouse.up();
  const slider = dialog.getByRole('slider', { name: 'Zoom' });
  const before = Number(await slider.inputValue());
  await slider.fill(String(before + 0.5));
  await stage.hover();
  await page.mouse.wheel(0, -100);
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before + 0.5);
  await save.click();
  await done(page, 'The picture is changed');
  const { colors } = await seen(page, (await stored(world, name)).avatar, [
    [0.1, 0.5],
    [0.9, 0.5],
  ]);
  expect(colors.map((color) => isAbout(color, 'red'))).toEqual([true, true]);
});

test('a file that is too large or no picture is refused in words, and nothing is sent', async () => {
  const { page, name } = await visitAccount(world);
  const { dialog, choose, save } = await openDialog(page);
  const file = (size: number) => ({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(size) });
  await choose.setInputFiles(file(10_000_001));
  await dialog.getByText('The picture is too large. The limit is 10 MB.').waitFor();
  await choose.setInputFiles(file(1000));
  await dialog.getByText('Your browser cannot read this file as a picture').waitFor();
  expect(await save.isDisabled()).toBe(true);
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
