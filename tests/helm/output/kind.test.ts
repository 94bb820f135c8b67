import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

// The script needs a container engine. These tests check its messages without one.
let programs: string;

beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), 'doorwright-path-'));
  for (const name of ['cat', 'cut', 'dirname', 'grep', 'od', 'sh', 'tr']) {
    symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(programs, name));
  }
});

afterEach(() => rmSync(programs, { recursive: true }));

const pretend = (name: string, code: number, script = '') =>
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\nexit ${code}\n`, { mode: 0o755 });

const run = (...args: string[]) =>
  spawnSync('/bin/sh', ['helm/kind.sh', ...args], { env: { PATH: programs }, encoding: 'utf8' });

const up = () => {
  const { status, stderr } = run('up');
  return { status, stderr };
};

it('the kind script names the first missing program and a way without it', () => {
  expect(up()).toEqual({ status: 1, stderr: expect.stringMatching(/^docker is not on PATH\..*npm start/) });
  pretend('docker', 0);
  expect(up()).toEqual({ status: 1, stderr: expect.stringMatching(/^kind is not on PATH\./) });
});

it('the kind script says that the container engine does not answer', () => {
  for (const name of ['kind', 'kubectl', 'helm']) pretend(name, 0);
  pretend('docker', 1);
  expect(up()).toEqual({ status: 1, stderr: 'docker is installed, but its engine does not answer: start it first.\n' });
});

it('the kind script refuses unknown arguments', () => {
  expect(run('upp')).toMatchObject({
    status: 1,
    stderr: 'upp is nothing that this does: sh helm/kind.sh up, or down.\n',
  });
});

it('the kind script replaces pods only if the image has changed', () => {
  for (const name of ['kind', 'kubectl']) pretend(name, 0);
  pretend('helm', 0, 'echo "helm $*"');
  const tagOf = (id: string) => {
    pretend('docker', 0, `case "$1 $2" in "image inspect") echo sha256:${id};; *) echo "docker $*";; esac`);
    const { status, stdout } = run('up');
    expect(status).toBe(0);
    const tag = stdout.match(/^helm .*--set-string image\.tag=(\S+)/m)?.[1];
    expect(stdout).toContain(`docker tag doorwright:kind doorwright:${tag}\n`);
    return tag;
  };
  const first = tagOf('0123456789ab'.repeat(5));
  expect(tagOf('0123456789ab'.repeat(5))).toBe(first);
  expect(tagOf('ba9876543210'.repeat(5))).not.toBe(first);
});
