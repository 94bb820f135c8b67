import { emit } from '@doorwright/crds/derive/schema.ts';
import { bodyObject, parseTemplate } from '../../core/objects/input.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../route-deps.ts';

export function recordRoutes({ registry, objects }: RouteDeps): Route[] {
  const kind = registry.named('record');
  const schema = emit(kind.schema);
  return [
    {
      method: 'POST',
      path: '/api/get-records-filter',
      summary: 'Lists the records that equal the given one in every field with a value.',
      tag: kind.kind,
      permission: 'organizationAdmin',
      body: { type: 'object' },
      answer: { data: { type: 'array', items: schema }, data2: { type: 'integer' } },
      async handle({ context, body }) {
        const { rows, total } = await objects.list(kind, context, {}, parseTemplate(kind, bodyObject(body)));
        return { data: rows, data2: total };
      },
    },
  ];
}
