import type { Kind } from '@doorwright/crds';
import { ldap } from '@doorwright/crds/kinds/ldap.ts';
import { administers } from '../../core/callers.ts';
import { nullIfMissing, orNull } from '../../core/objects/pass/null-if-missing.ts';
import { type Id, parseId } from '../../core/objects/storage/ids.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
import type { RouteDeps } from '../route-deps.ts';

const kind = ldap as unknown as Kind;

/** Clients of Casdoor 2022 name a directory by its ID alone. */
export function ldapRoutes({ db, store, objects }: Pick<RouteDeps, 'db' | 'store' | 'objects'>): Route[] {
  /** The directory with this ID in an organization that the caller administers. */
  async function byIdAlone({ context: { caller } }: RouteRequest, id: string): Promise<Id> {
    const rows: { owner: string }[] = await db(store('ldap').table)
      .where({ id })
      .orderBy('created_time')
      .select('owner');
    const own = rows.find(({ owner }) => administers(caller, owner));
    return { owner: own?.owner ?? '', key: id };
  }

  const route = (method: Route['method']): Route => ({
    method,
    path: '/api/get-ldap',
    summary: 'Reads one Ldap, by owner and ID or by its ID alone.',
    ...{ tag: kind.kind, permission: 'organizationAdmin' },
    query: { id: { about: 'owner/id of the directory, or its ID alone.', required: true } },
    answer: { data: orNull({ $ref: '#/components/schemas/Ldap' }) },
    async handle(asked) {
      const { id: named = '', owner } = asked.query;
      const isAlone = named !== '' && !named.includes('/') && !owner;
      const id = isAlone ? await byIdAlone(asked, named) : parseId(kind, asked.query.id, owner);
      return { data: await nullIfMissing(kind, asked.context.caller, id, objects.get(kind, asked.context, id)) };
    },
  });
  return [route('GET'), route('POST')];
}
