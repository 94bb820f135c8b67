import { isReady } from '@doorwright/operator/runtime/changes.ts';
import { application } from './company.ts';
import { atMost, type Figure } from './figures.ts';
import type { Stage } from './scenario.ts';

/** From a start or failure of the operator until the next resource is Ready. */
async function untilServed({ world }: Stage, name: string): Promise<number> {
  const begun = performance.now();
  const next = application('tenant-0', name);
  await world.create([next]);
  await world.watched.until(() => isReady(world.watched.get(next) ?? next), 120_000, `${name} is Ready`);
  return (performance.now() - begun) / 1000;
}

export async function startAndFailover(stage: Stage): Promise<Figure[]> {
  const { world } = stage;
  const figure = (what: string, limit: number, value: number) =>
    atMost('T6', `${what}, with ${world.watched.size} objects`, { limit, value, unit: ' s' });

  await stage.operator.stop();
  const first = world.startOperator();
  const started = await untilServed(stage, 'after-start');

  const second = world.startOperator();
  await second.synced();
  const stopping = first.stop();
  const graceful = await untilServed(stage, 'after-stop');
  await stopping;

  const third = world.startOperator();
  await third.synced();
  await second.stop('SIGKILL');
  const killed = await untilServed(stage, 'after-kill');
  stage.operator = third;
  return [
    figure('start of the process to first Ready', 10, started),
    figure('leader stopped to next Ready', 3, graceful),
    figure('leader killed to next Ready', 18, killed),
  ];
}
