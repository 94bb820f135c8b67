import { fullSuffix } from '../harness/runner/tier.ts';
import { quickTests } from './quick.ts';
import { type Step, steps } from './steps.ts';

export interface Plan {
  chosen: Step[];
  filters: string[];
  /** Both tiers, and not the first alone. */
  isFull: boolean;
}

const quickSteps = ['types', 'lint', 'generated'];

const named = (names: string[]): Step[] => steps.filter(({ name }) => names.includes(name));

/**
 * Steps and vitest filters of `npm test`: `[--quick | --all] [--changed[=ref]] [--only step,step] [vitest filter …]`. A filter that
 * names a file of the second tier runs it too. `base` returns the commit where this branch left main. Throws a sentence for its user.
 */
export function planOf(args: string[], base: () => string): Plan {
  const isAll = args.includes('--all');
  const { chosen, filters } = choose(
    args.filter((arg) => arg !== '--all'),
    base,
  );
  return { chosen, filters, isFull: isAll || filters.some((filter) => filter.includes(fullSuffix)) };
}

function choose(args: string[], base: () => string): Omit<Plan, 'isFull'> {
  if (args[0] === '--quick')
    return { chosen: named([...quickSteps, 'tests']), filters: [...quickTests, ...args.slice(1)] };
  const changed = args.findIndex((arg) => /^--changed(=|$)/.test(arg));
  if (changed >= 0) {
    const ref = (args[changed] as string).split('=')[1] || base();
    return {
      chosen: named([...quickSteps, 'tests']),
      filters: [`--changed=${ref}`, ...args.toSpliced(changed, 1)],
    };
  }
  const at = args.indexOf('--only');
  const only = at < 0 ? undefined : (args[at + 1]?.split(',') ?? []);
  const filters = at < 0 ? args : args.toSpliced(at, 2);
  const unknown = only?.find((name) => !steps.some((step) => step.name === name));
  if (only?.length === 0 || unknown !== undefined)
    throw new Error(`--only takes names of steps, separated by commas: ${steps.map(({ name }) => name).join(', ')}.`);
  // Names of test files run only those tests.
  const names = only ?? (filters.length > 0 ? ['tests'] : steps.map(({ name }) => name));
  return { chosen: named(names), filters };
}
