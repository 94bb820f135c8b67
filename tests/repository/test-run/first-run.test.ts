import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstRunLines } from '../../bin/first-run.mjs';

let machine: string;

/** A bare machine: no cache, no programs and a fresh clone. */
beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'doorwright-first-run-'));
  vi.stubEnv('XDG_CACHE_HOME', machine);
  vi.stubEnv('PATH', machine);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(machine, { recursive: true });
});

test('34 the first run of a bare machine tells in its first lines what it fetches, how long that takes, and what is left out', () => {
  const lines = firstRunLines(machine);
  expect(lines.length).toBeLessThanOrEqual(7);
  expect(lines).toContainEqual(expect.stringMatching(/packages from npm.*minutes/));
  expect(lines).toContainEqual(expect.stringMatching(/Without Go 1.26, tests with helm or a controller are left out/));
  expect(lines).toContainEqual(expect.stringMatching(/the build of the console: half a minute/));
});

test('34 a machine with Go builds the control plane', () => {
  writeFileSync(join(machine, 'go'), '');
  expect(firstRunLines(machine)).toContainEqual(expect.stringMatching(/which Go builds .*10 minutes/));
});

test('34 a machine that has a part says nothing about it', () => {
  mkdirSync(join(machine, 'doorwright', 'control-plane'), { recursive: true });
  mkdirSync(join(machine, 'console', 'dist'), { recursive: true });
  expect(firstRunLines(machine).join('\n')).not.toMatch(/API server|build of the console/);
});
