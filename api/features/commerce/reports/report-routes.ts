import { isDeepStrictEqual } from 'node:util';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { organizationOf } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { record } from '../../../core/objects/history/records.ts';
import { correctOwner } from '../../../core/objects/storage/ids.ts';
import type { Route, RouteRequest } from '../../../http/route.ts';
import { stillPermitted } from '../../../http/still-permitted.ts';
import { writeExport } from '../../../kinds/export.ts';
import { listParameters } from '../../../kinds/kind-routes.ts';
import type { CommerceDeps } from '../deps.ts';
import { exportLine } from './export-line.ts';
import { paymentTotals, shownTotal } from './totals.ts';

/** Sums and files of the payments that a list finds, for everybody who may list them. */
export function reportRoutes(deps: CommerceDeps): Route[] {
  const { db, registry, objects, store } = deps;
  const kind = registry.named('payment');
  const { p: _page, pageSize: _size, sortField: _by, sortOrder: _order, ...filters } = listParameters(kind);
  const route = { method: 'GET', tag: kind.kind, permission: 'organizationAdmin', query: filters } as const;

  const searchOf = (caller: RouteRequest['context']['caller'], { owner = '', ...query }: RouteRequest['query']) => {
    const { p: _p, pageSize: _pageSize, ...asked } = query;
    return objects.queryOf(kind, caller, { ...asked, owner: correctOwner(kind, caller, owner) });
  };

  return [
    {
      ...route,
      path: '/api/get-payment-totals',
      summary:
        'Adds up the payments of a search by currency and state. data2 is the number of payments by hand that nobody has confirmed: no total counts them.',
      answer: { data: { type: 'array', items: emit(shownTotal) }, data2: { type: 'integer' } },
      async handle({ context, query }) {
        const { totals, unconfirmed } = await paymentTotals(deps, searchOf(context.caller, query));
        return { data: totals, data2: unconfirmed };
      },
    },
    {
      ...route,
      path: '/api/export-payments',
      summary:
        'All payments of a search as a file, the newest first, with the filters of get-payments. It is recorded.',
      file: 'text/csv',
      async handle({ context, query, callerNow, http: { res } }) {
        const found = searchOf(context.caller, query);
        const organization = organizationOf(context.caller);
        await record({ sql: db }, context, { ...(organization && { organization }), object: 'payments' });
        const mayRead = stillPermitted(async () => {
          if (!isDeepStrictEqual(searchOf(await callerNow(), query), found)) throw new Refusal('unauthorized');
        });
        const asked = { db, store: store('payment'), kind, query: found, mayRead, shown: exportLine };
        await writeExport(res, { ...asked, format: 'csv' });
        return { sent: true };
      },
    },
  ];
}
