/** `npm test`, on Node 24 and with everything installed. `planOf` describes the arguments. */
import { startProcessorClock } from '../harness/runner/processor-clock.ts';
import { tierSetting } from '../harness/runner/tier.ts';
import { type Plan, planOf } from './arguments.ts';
import { budgetOf } from './budget.ts';
import { changeBase } from './changed.ts';
import { root, run } from './process.ts';
import { steps } from './steps.ts';
import { lastLines, type Result, summary } from './summary.ts';

const { chosen, filters, isFull } = readArguments();
const isCi = process.env.CI === 'true';
const results: Result[] = [];
const processorClock = startProcessorClock();
if (isFull) process.env[tierSetting] = 'all';

process.chdir(root);
for (const step of chosen) {
  process.stdout.write(`\n── ${step.title} ──\n`);
  const start = performance.now();
  const before = processorClock();
  const outcome = await step.run({ run, filters, isCi, processorClock });
  const seconds = (performance.now() - start) / 1000;
  results.push({ title: step.title, seconds, processorSeconds: processorClock() - before, ...outcome });
}
const budget = budgetOf({ isWhole: filters.length === 0 && chosen.length === steps.length, isFull });
process.stdout.write(`\n${summary(results)}\n\n${lastLines(results, processorClock(), budget).join('\n')}\n`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;

function readArguments(): Plan {
  try {
    return planOf(process.argv.slice(2), () => changeBase(root));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
