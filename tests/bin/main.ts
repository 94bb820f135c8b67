/** `npm test`, on Node 24 and with everything installed. `planOf` describes the arguments. */
import { type Plan, planOf } from './arguments.ts';
import { changeBase } from './changed.ts';
import { root, run } from './process.ts';
import { plainLine, type Result, summary } from './summary.ts';

const { chosen, filters } = readArguments();
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

function readArguments(): Plan {
  try {
    return planOf(process.argv.slice(2), () => changeBase(root));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
