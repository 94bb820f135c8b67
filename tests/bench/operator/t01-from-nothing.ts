import { cpuSeconds } from '../cpu.ts';
import { company } from './company.ts';
import { atMost, type Figure, seconds, spread } from './figures.ts';
import { difference, requestsOf } from './requests.ts';
import type { Stage } from './scenario.ts';

const ownSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** The time starts with the first manifest, so it includes sending them. */
export async function fromNothing({ world, operator, sizes: { applications } }: Stage): Promise<Figure[]> {
  const { watched } = world;
  const { namespaces, objects } = company(applications, Math.max(1, Math.round(applications / 200)));
  await world.namespace(...namespaces);
  const asked = await requestsOf(world.rest);
  // The client that applies and watches the manifests uses the same cores.
  const used = () => ({ ...world.cpu(), operator: cpuSeconds(operator.pid), applier: ownSeconds() });
  const before = used();
  const begun = performance.now();
  const ready: number[] = [];
  const progress = setInterval(() => {
    const { size, unready } = watched;
    console.log(`  ${seconds(performance.now() - begun)}: ${size} there, ${size - unready} Ready`);
  }, 10_000);
  await world.create(objects);
  const sent = performance.now() - begun;
  await watched.until(() => watched.size >= objects.length && watched.unready === 0, 3_600_000, 'All Ready');
  clearInterval(progress);
  const took = performance.now() - begun;
  const after = used();
  const calls = [...difference(asked, await requestsOf(world.rest))].filter(([, count]) => count > objects.length / 20);
  for (const object of watched.all()) {
    const status = object.status as { conditions: { type: string; lastTransitionTime: string }[] };
    const at = status.conditions.find(({ type }) => type === 'Ready')?.lastTransitionTime ?? '';
    ready.push(Date.parse(at) - Date.parse(object.metadata.creationTimestamp ?? ''));
  }
  const parts = Object.entries(after).map(([part, spent]) => {
    const each = ((spent - before[part as keyof typeof before]) * 1000) / objects.length;
    return `${part} ${each.toFixed(1)}`;
  });
  console.log(`  CPU milliseconds for each object: ${parts.join(', ')}`);
  console.log(`  All were sent after ${seconds(sent)}; from creation to Ready: ${spread(ready)}`);
  console.log(
    `  Calls for each object: ${calls.map(([what, count]) => `${what} ${(count / objects.length).toFixed(2)}`).join(', ')}`,
  );
  for (const [what, count] of operator.complaints) console.log(`  ${count} × ${what}`);
  const rate = objects.length / (took / 1000);
  // 180 s for ten thousand applications, and in proportion for fewer.
  const limit = Math.round((180 * objects.length) / 10_200);
  const more = `${rate.toFixed(0)} a second`;
  return [
    atMost('T1', `${objects.length} objects from nothing to Ready`, { limit, value: took / 1000, unit: ' s', more }),
  ];
}
