import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds } from '../cpu.ts';
import { atMost, type Figure, none } from './figures.ts';
import { difference, requestsOf } from './requests.ts';
import type { Stage } from './scenario.ts';

const writes = /^(POST|PUT|PATCH|APPLY|DELETE) (?!leases)/;

/** The cost of an idle operator. It renews the lease, which is not a write of an object. */
export async function idle({ world, operator, sizes }: Stage): Promise<Figure[]> {
  const methods = ['PUT', 'POST', 'DELETE'].map((method) => `doorwright_api_requests_total{method="${method}"`);
  // A report about problems, once a minute, writes no object.
  const written = async () =>
    (await operator.metric(...methods)) -
    (await operator.metric('doorwright_api_requests_total{method="PUT",route="/manifests"'));
  // A new operator reads each object once, and may still write statuses and events of the last repairs.
  for (let [before, now] = [-1, 0]; before !== now; [before, now] = [now, await written()]) await delay(10_000);
  const before = {
    requests: await requestsOf(world.rest),
    written: await written(),
    asked: await operator.metric('doorwright_api_requests_total'),
    cpu: cpuSeconds(operator.pid),
  };
  await delay(sizes.idleMinutes * 60_000);
  const cpu = (cpuSeconds(operator.pid) - before.cpu) / (sizes.idleMinutes * 60);
  const asked = (await operator.metric('doorwright_api_requests_total')) - before.asked;
  const kube = [...difference(before.requests, await requestsOf(world.rest))].filter(([what]) => writes.test(what));
  const what = `${sizes.idleMinutes} min idle with ${world.watched.size} objects`;
  const kubeWrites = kube.reduce((sum, [, count]) => sum + count, 0);
  return [
    none('T4', `writes to Kubernetes in ${what}`, kubeWrites, kube.join(' ')),
    none('T4', `writes to the API in ${what}`, (await written()) - before.written),
    atMost('T4', `API requests a second in ${what}`, { limit: 2, value: asked / (sizes.idleMinutes * 60) }),
    atMost('T4', `cores used in ${what}`, { limit: 0.05, value: cpu }),
  ];
}
