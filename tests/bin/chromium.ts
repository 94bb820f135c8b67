import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { chromiumShell, wholeChromium } from '../harness/chromium.ts';
import type { Run } from './process.ts';

const packageName = basename(chromiumShell);

async function install(run: Run): Promise<string | undefined> {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    return `${chromiumShell} is missing; as root on Debian: apt-get install ${packageName}.`;
  }
  const isInstalled =
    (await run('apt-get', 'update', '-q')) === 0 &&
    (await run('apt-get', 'install', '-q', '-y', '--no-install-recommends', packageName)) === 0;
  return isInstalled ? undefined : `apt-get could not install ${packageName} (its message stands above).`;
}

/** Installs Debian's Chromium if it is missing. Returns the reason if it cannot. */
export async function provideChromium(run: Run): Promise<string | undefined> {
  if (existsSync(chromiumShell)) return undefined;
  const problem = await install(run);
  return existsSync(wholeChromium) ? undefined : problem;
}
