import { existsSync } from 'node:fs';
import type { Run } from './process.ts';

const chromium = '/usr/bin/chromium';

/** Sees to Debian's Chromium. Answers why there is none, if there is none. */
export async function provideChromium(run: Run): Promise<string | undefined> {
  if (existsSync(chromium)) return undefined;
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    return `${chromium} is missing; as root on Debian: apt-get install chromium.`;
  }
  const isInstalled =
    (await run('apt-get', 'update', '-q')) === 0 &&
    (await run('apt-get', 'install', '-q', '-y', '--no-install-recommends', 'chromium')) === 0;
  return isInstalled ? undefined : 'apt-get could not install chromium (its message stands above).';
}
