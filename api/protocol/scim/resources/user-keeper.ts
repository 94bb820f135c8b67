import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../../core/objects/rules/organization-named.ts';
import type { Sql } from '../../../db/knex.ts';
import type { ScimDeps } from '../deps.ts';
import { type Doc, isObject } from '../document/normalized.ts';
import { wants } from '../document/projected.ts';
import { userColumns } from '../filter/columns.ts';
import { userType } from '../schemas/resource-types.ts';
import { enterpriseSchema } from '../schemas/user.ts';
import { groupsOfUsers } from './groups-of-users.ts';
import type { Home, Keeper } from './keeper.ts';
import { linksOf, noLink, storeLink } from './links.ts';
import type { Place } from './mapping.ts';
import { isSameLink, nextLink } from './next-link.ts';
import { locationOf, shownResource } from './shown-resource.ts';
import { refuseTakenName } from './taken-name.ts';
import { bodyOfChange, bodyOfNew, shownAttributes } from './user-changes.ts';

const nameOf = (row: Draft) => String(row.name);
const asUser = (row: Draft) => row as Draft & User;

/** The attributes with the address of the manager, which follows from their ID. */
function withManager(home: Home, doc: Doc): Doc {
  const extension = doc[enterpriseSchema.id];
  if (!isObject(extension) || !isObject(extension.manager)) return doc;
  const manager = { ...extension.manager, $ref: locationOf(home, userType, extension.manager.value) };
  return { ...doc, [enterpriseSchema.id]: { ...extension, manager } };
}

/** Users of an organization as resources. They are changed by the steps of every other write of users. */
export function userKeeper({ registry, store, objects }: Pick<ScimDeps, 'registry' | 'store' | 'objects'>): Keeper {
  const kind = registry.named('user');
  const { table, fromRow } = store('user');
  const { insert, change, replace, parsedNew } = objects.steps;

  const placeOf = async (sql: Sql, { organization }: Home): Promise<Place> =>
    (await organizationNamed(organization, { sql, store })) ?? { phonePrefix: '', allowForeignPhones: false };

  const linkOf = async (sql: Sql, { organization }: Home, row: Draft) =>
    (await linksOf(sql, 'User', organization, [nameOf(row)])).get(nameOf(row)) ?? noLink;

  return {
    ...{ type: userType, kind, table, columns: userColumns, exists: 'is_deleted = false' },

    async find(sql, { organization }, id, lock) {
      const query = sql(table).where({ owner: organization, id, is_deleted: false }).whereRaw("id <> ''").first();
      const row = await (lock ? query[lock]() : query);
      return row && (fromRow(row) as Draft);
    },

    async shown(sql, home, rows, wanted) {
      const names = rows.map(nameOf);
      // One after the other, because a transaction has one connection.
      const place = await placeOf(sql, home);
      const links = await linksOf(sql, 'User', home.organization, names);
      const groups = wants(userType, 'groups', wanted)
        ? await groupsOfUsers(sql, home, names)
        : new Map<string, Doc[]>();
      return rows.map((row) => {
        const { externalId, document } = links.get(nameOf(row)) ?? noLink;
        const attributes = {
          ...withManager(home, shownAttributes(asUser(row), document, place)),
          ...{ externalId, groups: groups.get(nameOf(row)) },
        };
        return shownResource(userType, home, row, attributes, row.updatedTime || row.createdTime);
      });
    },

    async sent(sql, home, row) {
      const { externalId, document } = await linkOf(sql, home, row);
      return { ...document, ...(externalId && { externalId }) };
    },

    async create(context, home, doc, work) {
      await refuseTakenName(work, home.organization, String(doc.userName));
      const body = { owner: home.organization, ...bodyOfNew(doc, await placeOf(work.sql, home)) };
      const stored = await insert(kind, context, parsedNew(kind, context, body), work);
      await storeLink(
        work,
        'User',
        { owner: stored.owner, name: nameOf(stored) },
        nextLink({ before: {}, after: doc, sent: {} }),
      );
      return stored;
    },

    async change(context, home, row, states, work) {
      const body = bodyOfChange(asUser(row), states.before, states.after, await placeOf(work.sql, home));
      if (body.name !== undefined) await refuseTakenName(work, home.organization, String(body.name), nameOf(row));
      const id = { owner: row.owner, key: nameOf(row) };
      const link = await linkOf(work.sql, home, row);
      const next = nextLink(states);
      const stored = Object.keys(body).length > 0 ? await change(kind, context, id, body, work) : row;
      if (isSameLink(link, next)) return stored;
      await storeLink(work, 'User', { owner: stored.owner, name: nameOf(stored) }, next);
      // The resource has another version, and a record says that the program changed it.
      return stored.version === row.version ? replace(kind, context, { before: stored, draft: stored }, work) : stored;
    },
  };
}
