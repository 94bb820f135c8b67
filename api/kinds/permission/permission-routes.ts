import { emit } from '@doorwright/crds/schema/schema.ts';
import { authorize } from '../../core/authorize.ts';
import { parseId } from '../../core/objects/storage/ids.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../route-deps.ts';

export function permissionRoutes({ db, registry, store, objects }: RouteDeps): Route[] {
  const kind = registry.named('permission');
  return [
    {
      method: 'GET',
      path: '/api/get-permissions-by-role',
      summary: 'Lists the permissions that a role of the same organization has.',
      tag: kind.kind,
      permission: 'organizationAdmin',
      query: { id: { about: 'owner/name of the role.', required: true } },
      answer: { data: { type: 'array', items: emit(kind.schema) } },
      async handle({ context, query }) {
        const { owner, key } = parseId(registry.named('role'), query.id);
        authorize('organizationAdmin', context.caller, { organization: owner });
        const { table, fromRow } = store('permission');
        const found = await db(table)
          .where({ owner })
          .whereRaw('roles @> CAST(? AS jsonb)', [JSON.stringify([`${owner}/${key}`])])
          .orderBy('name');
        return { data: await Promise.all(found.map((row) => objects.show(kind, context, fromRow(row), 'list'))) };
      },
    },
  ];
}
