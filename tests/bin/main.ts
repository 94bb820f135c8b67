/** `npm test`, on Node 24 and with everything installed: `[--only step,step] [vitest filter …]`. */
import { root, run } from './process.ts';
import { type Step, steps } from './steps.ts';
import { plainLine, type Result, summary } from './summary.ts';

const { chosen, filters } = readArguments(process.argv.slice(2));
const isCi = process.env.CI === 'true';
const results: Result[] = [];

process.chdir(root);
for (const step of chosen) {
  process.stdout.write(`\n── ${step.title} ──\n`);
  const start = performance.now();
  const outcome = await step.run({ run, filters, isCi });
  results.push({ title: step.title, seconds: (performance.now() - start) / 1000, ...outcome });
}
process.stdout.write(`\n${summary(results)}\n\n${plainLine(results)}\n`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;

function readArguments(args: string[]): { chosen: Step[]; filters: string[] } {
  const at = args.indexOf('--only');
  const only = at < 0 ? undefined : (args[at + 1]?.split(',') ?? []);
  const filters = at < 0 ? args : args.toSpliced(at, 2);
  const unknown = only?.find((name) => !steps.some((step) => step.name === name));
  if (only?.length === 0 || unknown !== undefined) {
    process.stderr.write(
      `--only takes names of steps, separated by commas: ${steps.map(({ name }) => name).join(', ')}.\n`,
    );
    process.exit(1);
  }
  // Whoever names test files wants those tests and nothing else.
  const names = only ?? (filters.length > 0 ? ['tests'] : steps.map(({ name }) => name));
  return { chosen: steps.filter(({ name }) => names.includes(name)), filters };
}
