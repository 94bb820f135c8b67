import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/harness/global-setup.ts'],
    runner: 'tests/harness/runner.ts',
    // Generous, for a machine that others use too: what passes takes none of it.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    // No module keeps a state of its own, so a worker loads each of them once for all of its files.
    isolate: false,
    // Hundreds of processes are started, which load the same modules: all but the first find them compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled') },
    // Some titles promise a time, and a machine that is shared can miss it once; what is wrong fails three times, in three worlds.
    retry: 2,
    expect: { poll: { timeout: 30_000 } },
    // What a test finds out about the machine, such as a figure, is worth reading in a passing run too.
    silent: false,
  },
});
