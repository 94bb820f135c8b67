import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LeftOut } from '../harness/runner/left-out.ts';
import { stackOf } from './world.ts';

const folder = fileURLToPath(new URL('../../programs/laravel/', import.meta.url));
const { files } = stackOf('laravel');

// Its packages cannot be had here, so it does not run in a test.
test('Laravel: PHP accepts each file of the program', () => {
  if (spawnSync('php', ['--version']).error) throw new LeftOut('php is missing');
  for (const file of files.filter((each) => /(\.php|artisan)$/.test(each))) {
    const { stdout, status } = spawnSync('php', ['-l', join(folder, file)], { encoding: 'utf8' });
    expect(status, stdout).toBe(0);
  }
});
