import { setTimeout as delay } from 'node:timers/promises';
import { residentMiB } from '../cpu.ts';
import { atMost, type Figure } from './figures.ts';
import type { Stage } from './scenario.ts';

const sampleSeconds = 60;

/** Secrets of other programs are in the same namespaces as ours. A new operator reads all of them at once, which takes the most memory. */
export async function memory(stage: Stage): Promise<Figure[]> {
  const { world, sizes } = stage;
  const namespaces = [...new Set(world.watched.all().map(({ metadata }) => metadata.namespace))];
  const value = Buffer.alloc(768, 'x').toString('base64');
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      for (let index = worker; index < sizes.secrets; index += 8) {
        const namespace = namespaces[index % namespaces.length];
        const metadata = { namespace, name: `unrelated-${index}` };
        const body = { apiVersion: 'v1', kind: 'Secret', metadata, data: { value } };
        await world.rest.json({ method: 'POST', path: `/api/v1/namespaces/${namespace}/secrets`, body });
      }
    }),
  );
  const warm = residentMiB(stage.operator.pid);
  await stage.operator.stop();
  stage.operator = world.startOperator();
  await stage.operator.said('Became the leader');
  let most = 0;
  for (let second = 0; second < sampleSeconds; second++) {
    most = Math.max(most, residentMiB(stage.operator.pid));
    await delay(1000);
  }
  const more = `after a minute ${Math.round(residentMiB(stage.operator.pid))} MiB; the one before, long at work, ${Math.round(warm)} MiB`;
  const what = `most memory of a fresh operator, ${world.watched.size} objects and ${sizes.secrets} Secrets of others`;
  return [atMost('T5', what, { limit: 256, value: most, unit: ' MiB', more })];
}
