import { existsSync, globSync } from 'node:fs';
import { controlPlaneProblem } from '../harness/control-plane/build.ts';
import { provideChromium } from './chromium.ts';
import { provideDirectories } from './directories.ts';
import type { Run } from './process.ts';
import type { Outcome } from './summary.ts';
import { runTests } from './vitest.ts';

export interface StepContext {
  run: Run;
  filters: string[];
  /** On CI, a skipped test is a failure. */
  isCi: boolean;
  /** Seconds of processor time of the whole run so far. */
  processorClock: () => number;
}

export interface Step {
  name: string;
  title: string;
  run: (context: StepContext) => Promise<Outcome>;
}

const done = (exitCode: number): Outcome => ({ passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 });
const left = (note: string, isCi: boolean): Outcome => ({ passed: 0, failed: isCi ? 1 : 0, skipped: 0, note });

/** In this order: fast steps first, and requirements before the steps that need them. */
export const steps: Step[] = [
  {
    name: 'types',
    title: 'Types',
    run: async ({ run }) => {
      const projects = globSync('*/tsconfig.json').sort();
      const codes: number[] = [];
      for (const project of projects) codes.push(await run('tsc', '--noEmit', '-p', project));
      return done(Math.max(...codes));
    },
  },
  { name: 'lint', title: 'Lint and format', run: async ({ run }) => done(await run('biome', 'check', '.')) },
  {
    name: 'generated',
    title: 'Generated files',
    run: async ({ run }) => done(await run('node', 'api/process/bin/generate.ts', '--check')),
  },
  {
    name: 'control-plane',
    title: 'Kubernetes control plane',
    run: async ({ run, isCi }) => {
      const exitCode = await run('node', 'tests/harness/control-plane/build.ts');
      const problem = controlPlaneProblem();
      return problem ? left(`tests that need these programs did not run. ${problem}`, isCi) : done(exitCode);
    },
  },
  {
    name: 'browser',
    title: 'Browser',
    run: async (context) => {
      if (!existsSync('tests/console')) return done(0);
      const problem = await provideChromium(context.run);
      if (problem) return left(`tests in a browser did not run. ${problem}`, context.isCi);
      // Otherwise, test files that start at the same time would overwrite each other's pages.
      return done(await context.run('node', 'api/process/bin/build-console.ts'));
    },
  },
  {
    name: 'directories',
    title: 'Directories',
    run: async (context) => {
      if (!existsSync('tests/harness/slapd')) return done(0);
      const problem = await provideDirectories(context.run);
      return problem ? left(`tests with directories and databases did not run. ${problem}`, context.isCi) : done(0);
    },
  },
  { name: 'tests', title: 'Tests', run: runTests },
];
