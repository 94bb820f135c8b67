import { emit } from '@doorwright/crds/schema/schema.ts';
import { authorize } from '../../core/authorize.ts';
import { Refusal } from '../../core/errors.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import { correctOwner } from '../../core/objects/storage/ids.ts';
import { readListQuery } from '../../core/objects/storage/list-query.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../route-deps.ts';
import { visiblePayments } from './payment.ts';

export function paymentRoutes({ db, registry, store, objects }: RouteDeps): Route[] {
  const kind = registry.named('payment');
  return [
    {
      method: 'GET',
      path: '/api/get-user-payments',
      summary: 'Lists the payments of one user, for that user and their administrators.',
      tag: kind.kind,
      permission: 'signedIn',
      query: {
        owner: { about: 'Owner of the payments, usually admin.' },
        organization: { about: 'Organization of the user.', required: true },
        user: { about: 'Name of the user.', required: true },
      },
      answer: { data: { type: 'array', items: emit(kind.schema) }, data2: { type: 'integer' } },
      async handle({ context, query: { owner = '', organization = '', user = '' } }) {
        if (!organization) throw new Refusal('missing-parameter', { name: 'organization' });
        if (!user) throw new Refusal('missing-parameter', { name: 'user' });
        authorize('self', context.caller, { organization, user: { owner: organization, name: user } });
        const asked = {
          ...readListQuery(kind, { owner: correctOwner(kind, context.caller, owner) }),
          equal: { organization, user },
        };
        const { rows } = await store('payment').list(db, asked);
        const visible = await visiblePayments(rows as Draft[], { caller: context.caller, sql: db, store });
        return {
          data: await Promise.all(visible.map((row) => objects.show(kind, context, row, 'list'))),
          data2: visible.length,
        };
      },
    },
  ];
}
