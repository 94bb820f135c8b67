import type { Rest } from '../../operator/world/rest.ts';

/** The requests to the API server so far, by verb and resource, from its metrics. */
export async function requestsOf(rest: Rest): Promise<Map<string, number>> {
  const metrics = await (await rest.open({ method: 'GET', path: '/metrics', accept: 'text/plain' })).body.text();
  const counts = new Map<string, number>();
  for (const [, labels = '', value] of metrics.matchAll(/^apiserver_request_total\{(.*)\} (\S+)$/gm)) {
    const { verb, resource, subresource, group } = Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, text]) => [name, text]),
    );
    if (!['', 'doorwright.dev', 'events.k8s.io', 'coordination.k8s.io'].includes(group ?? '')) continue;
    const what = `${verb} ${resource}${subresource ? `/${subresource}` : ''}`;
    counts.set(what, (counts.get(what) ?? 0) + Number(value));
  }
  return counts;
}

export function difference(before: Map<string, number>, after: Map<string, number>): Map<string, number> {
  const rows = [...after].map(([what, count]) => [what, count - (before.get(what) ?? 0)] as const);
  return new Map(rows.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a));
}
