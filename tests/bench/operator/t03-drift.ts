import { setTimeout as delay } from 'node:timers/promises';
import { addChange } from '@doorwright/api/core/objects/history/outbox.ts';
import { registry } from '../../harness/database/template.ts';
import { atMost, type Figure, percentile, spread } from './figures.ts';
import type { Stage } from './scenario.ts';

const syncSeconds = 30;

/** A managed field is changed in the database: as the api notes it for its feed, then as if the feed had missed it. */
export async function drift(stage: Stage): Promise<Figure[]> {
  const { world, sizes } = stage;
  const told: number[] = [];
  for (let index = 0; index < sizes.tries; index++) told.push(await repaired(stage, `app-${index}`, true));
  await stage.operator.stop();
  stage.operator = world.startOperator({ DOORWRIGHT_SYNC_SECONDS: String(syncSeconds) });
  await stage.operator.said('Became the leader');
  // In the middle of a period, after the new operator has read each object once.
  await delay(syncSeconds * 1500 + (sizes.applications / 50) * 1000);
  const names = Array.from({ length: 5 }, (_, index) => `app-${sizes.tries + index}`);
  const missed = await Promise.all(names.map((name) => repaired(stage, name, false)));
  await stage.operator.stop();
  stage.operator = world.startOperator();
  await stage.operator.said('Became the leader');
  return [
    atMost('T3', 'edit in the API to repaired, p95', {
      limit: 5,
      value: percentile(told, 0.95) / 1000,
      unit: ' s',
      more: spread(told),
    }),
    atMost('T3', `the same with the feed off, a period of ${syncSeconds} s`, {
      limit: syncSeconds + 10,
      value: Math.max(...missed) / 1000,
      unit: ' s',
      more: spread(missed),
    }),
  ];
}

async function repaired({ world: { db } }: Stage, name: string, isNoted: boolean): Promise<number> {
  const kind = registry.named('application');
  const row = () => db('applications').where({ owner: 'admin', name });
  const begun = performance.now();
  await db.transaction(async (sql) => {
    const changes = { display_name: 'Hijacked', version: sql.raw('version + 1') };
    await sql('applications').where({ owner: 'admin', name }).update(changes);
    if (isNoted) await addChange(sql, { kind, owner: 'admin', name, actor: 'built-in/mallory' }, new Date());
  });
  while ((await row().first('display_name')).display_name === 'Hijacked') await delay(10);
  return performance.now() - begun;
}
