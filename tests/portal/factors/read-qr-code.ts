import readPixels from 'jsqr';
import type { BrowserContext } from 'playwright-core';

/** Decodes a PNG. The script of a test runs in the browser, whose types this workspace does not have. */
const pixelsOf = `async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const pen = new OffscreenCanvas(width, height).getContext('2d');
  pen.drawImage(bitmap, 0, 0);
  return { width, height, data: [...pen.getImageData(0, 0, width, height).data] };
}`;

/** The text of a QR code in a picture of a page, as a camera reads it. */
export async function readQrCode(context: BrowserContext, png: Buffer): Promise<string> {
  // The policy of the product's pages forbids what this needs.
  const page = await context.newPage();
  const picture = await page.evaluate<{ width: number; height: number; data: number[] }>(
    `(${pixelsOf})(${JSON.stringify(png.toString('base64'))})`,
  );
  await page.close();
  const { width, height, data } = picture;
  const read = readPixels.default(Uint8ClampedArray.from(data), width, height);
  if (!read) throw new Error('no QR code in the picture');
  return read.data;
}
