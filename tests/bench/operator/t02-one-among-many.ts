import { isReady } from '@doorwright/operator/runtime/changes.ts';
import { application } from './company.ts';
import { atMost, type Figure, percentile, spread } from './figures.ts';
import type { Stage } from './scenario.ts';

/** The waiting time for one more resource. */
export async function oneAmongMany({ world, sizes }: Stage): Promise<Figure[]> {
  const { watched } = world;
  const took: number[] = [];
  for (let index = 0; index < sizes.tries; index++) {
    const late = application('tenant-0', `late-${index}`);
    const begun = performance.now();
    await world.create([late]);
    await watched.until(() => isReady(watched.get(late) ?? late), 60_000, 'One more is Ready');
    took.push(performance.now() - begun);
  }
  const figure = (at: number, limit: number) =>
    atMost('T2', `apply to Ready among ${watched.size}, p${at * 100}`, {
      limit,
      value: percentile(took, at) / 1000,
      unit: ' s',
      more: spread(took),
    });
  return [figure(0.95, 1.5), figure(0.99, 3)];
}
