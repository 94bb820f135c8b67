import { isDeepStrictEqual } from 'node:util';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { organizationOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { record as recordRead } from '../../core/objects/history/records.ts';
import { bodyObject, invalid, parseTemplate } from '../../core/objects/rules/input.ts';
import { correctOwner } from '../../core/objects/storage/ids.ts';
import type { Route } from '../../http/route.ts';
import { stillPermitted } from '../../http/still-permitted.ts';
import { type Format, formats, writeExport } from '../export.ts';
import { listParameters } from '../kind-routes.ts';
import type { RouteDeps } from '../route-deps.ts';

export function recordRoutes({ registry, objects, db, store }: RouteDeps): Route[] {
  const kind = registry.named('record');
  const schema = emit(kind.schema);
  const { p: _page, pageSize: _size, sortField: _by, sortOrder: _order, ...filters } = listParameters(kind);
  return [
    {
      method: 'GET',
      path: '/api/export-records',
      summary: 'All records of a search as a file, the newest first, with the filters of get-records. It is recorded.',
      tag: kind.kind,
      permission: 'organizationAdmin',
      query: { format: { about: `${Object.keys(formats).join(' or ')}, by default csv.` }, ...filters },
      file: 'text/csv',
      async handle({ context, query, callerNow, http: { res } }) {
        const { format = 'csv', p: _p, pageSize: _pageSize, ...asked } = query;
        if (!(format in formats)) throw invalid([{ field: 'format', code: 'wrong' }]);
        const owner = asked.owner && correctOwner(kind, context.caller, asked.owner);
        const found = objects.queryOf(kind, context.caller, { ...asked, owner });
        const organization = organizationOf(context.caller);
        await recordRead({ sql: db }, context, { ...(organization && { organization }), object: 'records' });
        const mayRead = stillPermitted(async () => {
          const present = objects.queryOf(kind, await callerNow(), { ...asked, owner });
          if (!isDeepStrictEqual(present, found)) throw new Refusal('unauthorized');
        });
        const written = { query: found, format: format as Format, mayRead };
        await writeExport(res, { db, store: store('record'), kind, ...written });
        return { sent: true };
      },
    },
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
