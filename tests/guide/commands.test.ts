import { expect, test } from 'vitest';
import { problemOnFolder } from './world/installation.ts';
import { pages, scriptOf } from './world/pages.ts';

/** The first pages that people try. Those of the other sections run in the second tier. */
const first = /^(start|developers)\//;

const tried = pages.filter((page) => first.test(page.file) && scriptOf(page, 'run'));

test.each(tried.map((page) => [page.file, page] as const))('the commands of %s run', async (_file, page) => {
  expect(await problemOnFolder(scriptOf(page, 'run'))).toBe('');
});
