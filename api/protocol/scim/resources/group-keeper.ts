import { isDeepStrictEqual } from 'node:util';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import type { ScimDeps } from '../deps.ts';
import type { Doc } from '../document/normalized.ts';
import { wants } from '../document/projected.ts';
import { groupColumns } from '../filter/columns.ts';
import { groupType } from '../schemas/resource-types.ts';
import { newGroupName } from './group-name.ts';
import type { Keeper } from './keeper.ts';
import { linksOf, noLink, storeLink } from './links.ts';
import { membersOf, namesOfMembers, shownMember } from './members.ts';
import { isSameLink, nextLink } from './next-link.ts';
import { shownResource } from './shown-resource.ts';

const nameOf = (row: Draft) => String(row.name);
const usersOf = (row: Draft) => row.users as string[];

/** Groups have fields for everything except the ID that the program has. */
const onlyExternalId = ({ externalId }: Doc): Doc => (externalId === undefined ? {} : { externalId });

/** Groups of an organization as resources. */
export function groupKeeper({ registry, store, objects }: Pick<ScimDeps, 'registry' | 'store' | 'objects'>): Keeper {
  const kind = registry.named('group');
  const { table, fromRow } = store('group');
  const { insert, change, replace, parsedNew } = objects.steps;

  return {
    ...{ type: groupType, kind, table, columns: groupColumns, exists: "id <> ''" },

    async find(sql, { organization }, id, lock) {
      const query = sql(table).where({ owner: organization, id }).whereRaw("id <> ''").first();
      const row = await (lock ? query[lock]() : query);
      return row && (fromRow(row) as Draft);
    },

    async shown(sql, home, rows, wanted) {
      const hasMembers = wants(groupType, 'members', wanted);
      const links = await linksOf(sql, 'Group', home.organization, rows.map(nameOf));
      const members = await membersOf({ sql, store }, home, hasMembers ? rows.flatMap(usersOf) : []);
      return rows.map((row) => {
        const found = hasMembers ? usersOf(row).flatMap((id) => members.get(id) ?? []) : [];
        const attributes = {
          displayName: row.displayName || row.name,
          externalId: links.get(nameOf(row))?.externalId,
          ...(found.length > 0 && { members: found.map((member) => shownMember(home, member)) }),
        };
        return shownResource(groupType, home, row, attributes, undefined);
      });
    },

    async sent(sql, home, row) {
      const { externalId } = (await linksOf(sql, 'Group', home.organization, [nameOf(row)])).get(nameOf(row)) ?? noLink;
      return externalId ? { externalId } : {};
    },

    async create(context, home, doc, work) {
      const displayName = String(doc.displayName);
      const body = {
        owner: home.organization,
        ...{ name: await newGroupName(work, home.organization, displayName), displayName },
        users: await namesOfMembers(work.sql, store, home, doc.members),
      };
      const stored = await insert(kind, context, parsedNew(kind, context, body), work);
      const link = nextLink({ before: {}, after: onlyExternalId(doc), sent: {} });
      await storeLink(work, 'Group', { owner: stored.owner, name: nameOf(stored) }, link);
      return stored;
    },

    async change(context, home, row, { before, after, sent }, work) {
      const isOther = !isDeepStrictEqual(before.members, after.members);
      const known = isOther ? await membersOf({ sql: work.sql, store }, home, usersOf(row)) : new Map();
      const hidden = usersOf(row).filter((id) => !known.has(id));
      const users = isOther && [...hidden, ...(await namesOfMembers(work.sql, store, home, after.members))];
      const body = { ...(users && { users }), ...(after.displayName ? { displayName: after.displayName } : {}) };
      const stored = await change(kind, context, { owner: row.owner, key: nameOf(row) }, body, work);
      const next = nextLink({ before: onlyExternalId(before), after: onlyExternalId(after), sent });
      const link = { ...noLink, externalId: String(sent.externalId ?? '') };
      if (isSameLink(link, next)) return stored;
      await storeLink(work, 'Group', { owner: stored.owner, name: nameOf(stored) }, next);
      return stored.version === row.version ? replace(kind, context, { before: stored, draft: stored }, work) : stored;
    },
  };
}
