import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

// The script itself is run where a container engine is; here, what it says where one is not.
let programs: string;

beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), 'doorwright-path-'));
  for (const name of ['dirname', 'sh']) {
    symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(programs, name));
  }
});

afterEach(() => rmSync(programs, { recursive: true }));

const pretend = (name: string, code: number) =>
  writeFileSync(join(programs, name), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });

const up = () => {
  const { status, stderr } = spawnSync('/bin/sh', ['helm/kind.sh', 'up'], {
    env: { PATH: programs },
    encoding: 'utf8',
  });
  return { status, stderr };
};

it('the kind script names the first program that is missing and the way without any', () => {
  expect(up()).toEqual({ status: 1, stderr: expect.stringMatching(/^docker is not on PATH\..*npm start/) });
  pretend('docker', 0);
  expect(up()).toEqual({ status: 1, stderr: expect.stringMatching(/^kind is not on PATH\./) });
});

it('the kind script says that the container engine does not answer', () => {
  for (const name of ['kind', 'kubectl', 'helm']) pretend(name, 0);
  pretend('docker', 1);
  expect(up()).toEqual({ status: 1, stderr: 'docker is installed, but its engine does not answer: start it first.\n' });
});
