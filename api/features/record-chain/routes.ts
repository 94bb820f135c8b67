import { authorize } from '../../core/authorize.ts';
import { organizationOf } from '../../core/callers.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { publicKeys } from './keys.ts';
import { newestAnchor, newestHead } from './read.ts';

/** What administrators keep elsewhere, to compare it later. */
export function recordChainRoutes({ db, store, box }: Pick<RouteDeps, 'db' | 'store' | 'box'>): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/get-record-head',
      summary: 'The newest signed digest of the records of an organization, or null. It covers all records before it.',
      tag: 'Record',
      permission: 'organizationAdmin',
      query: { owner: { about: "Organization of the records. By default the caller's." } },
      answer: { data: { anyOf: [{ type: 'object' }, { type: 'null' }] } },
      async handle({ context: { caller }, query }) {
        const organization = query.owner || organizationOf(caller) || '';
        authorize('organizationAdmin', caller, { organization });
        return { data: await newestHead(organization, { sql: db, store }) };
      },
    },
    {
      method: 'GET',
      path: '/api/get-record-anchor',
      summary: 'The newest signed digest of the records of all organizations, or null. Keep it away from the database.',
      tag: 'Record',
      permission: 'globalAdmin',
      answer: { data: { anyOf: [{ type: 'object' }, { type: 'null' }] } },
      handle: async () => ({ data: await newestAnchor({ sql: db, store }) }),
    },
    {
      method: 'GET',
      path: '/api/get-record-keys',
      summary: 'The public keys that sign digests of records, as a JSON Web Key Set.',
      tag: 'Record',
      permission: 'anyone',
      answer: { data: { type: 'object' } },
      handle: async () => ({ data: { keys: await publicKeys(box) } }),
    },
  ];
}
