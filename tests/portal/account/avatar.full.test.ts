import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { done, stored, visitAccount } from './account-world.ts';
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
