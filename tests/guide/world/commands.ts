import { expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { problemInCluster, problemOnFolder } from './installation.ts';
import { type Page, pages, scriptOf } from './pages.ts';

/** Declares a test for each page whose commands run. A page of each sort has an installation of its own. */
export function testCommands(isTried: (page: Page) => boolean): void {
  for (const page of pages.filter(isTried)) {
    const [here, there] = [scriptOf(page, 'run'), scriptOf(page, 'cluster')];
    if (here)
      test(`the commands of ${page.file} run`, async () => {
        expect(await problemOnFolder(here)).toBe('');
      });
    if (there)
      test(
        `the commands of ${page.file} run in a cluster`,
        async () => {
          expect(await problemInCluster(there)).toBe('');
        },
        clusterHookTimeout,
      );
  }
}
