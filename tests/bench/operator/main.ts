import { parseArgs } from 'node:util';
import type { Figure } from './figures.ts';
import type { Scenario, Sizes, Stage } from './scenario.ts';
import { fromNothing } from './t01-from-nothing.ts';
import { oneAmongMany } from './t02-one-among-many.ts';
import { drift } from './t03-drift.ts';
import { idle } from './t04-idle.ts';
import { memory } from './t05-memory.ts';
import { startAndFailover } from './t06-start-and-failover.ts';
import { badTimes } from './t07-bad-times.ts';
import { outage, unwell } from './t08-outage.ts';
import { inFullSize } from './tests-in-full-size.ts';
import { startWorld, type WorldOptions } from './world.ts';

const number = (standard: number) => ({ type: 'string', default: String(standard) }) as const;

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    /** Such as T1,T4. The default is all. */
    only: { type: 'string', default: '' },
    applications: number(10_000),
    tries: number(100),
    secrets: number(30_000),
    pending: number(1000),
    'idle-minutes': number(10),
    'cut-minutes': number(5),
    'outage-minutes': number(30),
    /** A folder for the CPU profiles of the api and the operators. */
    profile: { type: 'string' },
  },
});

// The control plane collects garbage less often, as usual in large clusters. It has enough memory here, and on two cores it
// takes more than half of the time of T1.
process.env.GOGC ??= '400';

const sizes: Sizes = {
  applications: Number(options.applications),
  tries: Number(options.tries),
  secrets: Number(options.secrets),
  pending: Number(options.pending),
  idleMinutes: Number(options['idle-minutes']),
  cutMinutes: Number(options['cut-minutes']),
  outageMinutes: Number(options['outage-minutes']),
};

interface Platform {
  /** In this order, one after another. */
  scenarios: [string, Scenario][];
  sizes: Sizes;
  world: WorldOptions;
}

/** T1 fills a platform, so it comes first on each. Only the large platform gives a figure. */
const platforms: Platform[] = [
  {
    scenarios: [
      ['T1', fromNothing],
      ['T2', oneAmongMany],
      ['T3', drift],
      ['T4', idle],
      ['T6', startAndFailover],
      ['T5', memory],
    ],
    sizes,
    world: {},
  },
  {
    scenarios: [
      ['T7', badTimes],
      ['T8', outage],
      ['T8', unwell],
    ],
    sizes: { ...sizes, applications: Math.max(sizes.pending, 200) },
    world: { withFaults: true },
  },
];

const only = options.only.split(',').filter(Boolean);
const isAsked = (test: string) => only.length === 0 || only.includes(test);
const figures: Figure[] = [];
const failed: string[] = [];

function take(taken: readonly Figure[]): void {
  figures.push(...taken);
  for (const { isMet, test, what, measured, target } of taken)
    console.log(`${isMet ? '✓' : '✗'} ${test}: ${what}: ${measured}, ${target}`);
}

async function runOn({ scenarios, sizes, world: how }: Platform): Promise<void> {
  const asked = scenarios.filter(([test]) => isAsked(test));
  if (asked.length === 0) return;
  const world = await startWorld({ ...how, profileDir: options.profile });
  const stage: Stage = { world, operator: world.startOperator(), sizes };
  try {
    await stage.operator.said('Became the leader');
    console.log(`\nFilling a platform with ${sizes.applications} applications …`);
    const filled = await fromNothing(stage);
    for (const [test, scenario] of asked) {
      console.log(`\n${test} …`);
      // The kubelet does the same.
      if (stage.operator.hasEnded()) stage.operator = world.startOperator();
      take(scenario === fromNothing ? filled : await scenario(stage));
    }
    await stage.operator.stop();
  } catch (error) {
    failed.push(String(error));
    console.error(error);
  } finally {
    await world.stop();
  }
}

for (const platform of platforms) await runOn(platform);
failed.push(...(await inFullSize(isAsked)));
if (figures.length > 0) console.table(figures);
for (const each of failed) console.log(`✗ ${each}`);
process.exitCode = failed.length === 0 && figures.every(({ isMet }) => isMet) ? 0 : 1;
