import type { Page } from 'playwright-core';
import { button } from './account-world.ts';

type Color = 'red' | 'blue';
const rgb: Record<Color, number[]> = { red: [255, 0, 0], blue: [0, 0, 255] };

/** A picture of 400 × 200 pixels: its left half is red, and its right half is blue. */
export async function pictureFile(page: Page) {
  const data = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 });
    const context = canvas.getContext('2d');
    for (const [color, x] of [['#f00', 0], ['#00f', 200]]) { context.fillStyle = color; context.fillRect(x, 0, 200, 200); }
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') };
}

/** The colors of an avatar at these places, each as a share of its width and height, and its size. */
export const seen = (page: Page, url: string, places: [number, number][]) =>
  page.evaluate<{ size: number[]; colors: number[][] }>(`(async () => {
    const picture = await createImageBitmap(await (await fetch(${JSON.stringify(url)})).blob());
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(picture, 0, 0);
    const at = ([x, y]) => [...context.getImageData(x * picture.width, y * picture.height, 1, 1).data].slice(0, 3);
    return { size: [picture.width, picture.height], colors: ${JSON.stringify(places)}.map(at) };
  })()`);

export const isAbout = (color: number[] | undefined, wanted: Color) =>
  rgb[wanted].every((value, at) => Math.abs(value - (color?.[at] ?? -100)) < 30);

/** The dialog that changes the picture. */
export async function openDialog(page: Page) {
  await button(page, 'Change picture').click();
  const dialog = page.getByRole('dialog', { name: 'Change picture' });
  await dialog.waitFor();
  return {
    dialog,
    choose: dialog.locator('input[type=file]'),
    save: dialog.getByRole('button', { name: 'Set new profile picture' }),
  };
}
