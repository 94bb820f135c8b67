import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { ensureTools } from './tools.ts';

// kind needs a container engine. This checks the rest of its script.
beforeAll(() => ensureTools(['shellcheck']));

test('shellcheck finds no problem in the scripts', () => {
  expect(spawnSync('shellcheck', ['helm/kind.sh', '.ci/run'], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stdout: '',
  });
});
