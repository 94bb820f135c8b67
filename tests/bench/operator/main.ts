import { parseArgs } from 'node:util';
import type { Figure } from './figures.ts';
import { fromNothing } from './t01-from-nothing.ts';
import { startWorld } from './world.ts';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: { applications: { type: 'string', default: '10000' }, profile: { type: 'string' } },
});

const figures: Figure[] = [];
const world = await startWorld({ profileDir: options.profile });
try {
  const operator = world.startOperator();
  await operator.said('Became the leader');
  figures.push(...(await fromNothing(world, operator, Number(options.applications))));
  await operator.stop();
} finally {
  await world.stop();
}
console.table(figures);
process.exitCode = figures.every(({ isMet }) => isMet) ? 0 : 1;
