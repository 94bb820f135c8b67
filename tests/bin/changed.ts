import { spawnSync } from 'node:child_process';

const git = (cwd: string, ...args: string[]): string =>
  spawnSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).stdout.trim();

/** The commit where this branch left main. On main itself, or without one, it is HEAD, so only uncommitted changes count. */
export function changeBase(cwd: string): string {
  for (const main of ['main', 'origin/main']) {
    const base = git(cwd, 'merge-base', main, 'HEAD');
    if (base) return base;
  }
  return 'HEAD';
}
