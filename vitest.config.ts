import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import Sequencer from './tests/harness/runner/sequencer.ts';
import { fullSuffix, isFull } from './tests/harness/runner/tier.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(isFull() ? [] : [`**/*${fullSuffix}`])],
    globalSetup: ['tests/harness/runner/global-setup.ts'],
    runner: 'tests/harness/runner/runner.ts',
    // Generous, because others use the machine too. A passing test does not take longer for it.
    testTimeout: 240_000,
    hookTimeout: 300_000,
    // On two cores: for two fifths of their time, files only wait for a lease to end or a page to load.
    maxWorkers: 3,
    sequence: { sequencer: Sequencer },
    // No module keeps a state that a test could notice, so a worker loads each of them once for all of its files.
    isolate: false,
    // A worker holds servers, clients and compiled checks: with a larger nursery, garbage collection takes 5 % less.
    execArgv: ['--max-semi-space-size=128'],
    env: {
      // Hundreds of processes are started, which load the same modules: all but the first find them compiled.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled'),
      // Forty API servers start, and end so soon that they need less garbage collection.
      GOGC: '400',
    },
    // Some titles promise a time, and a shared machine can miss it once. Each retry is listed and counted at the end of the run.
    retry: 1,
    expect: { poll: { timeout: 60_000 } },
    // Figures that a test prints about the machine are useful in a passing run too.
    silent: false,
  },
});
