import type { Locator } from 'playwright-core';

/** The pixels between an element and one below it. */
export async function gapBetween(upper: Locator, lower: Locator): Promise<number> {
  const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()]);
  if (!above || !below) throw new Error('one of the two is not shown');
  return below.y - above.y - above.height;
}
