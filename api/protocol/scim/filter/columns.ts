import { tableName } from '@doorwright/crds/derive/tables.ts';
import { scimLink } from '@doorwright/crds/kinds/scim-link.ts';
import { user } from '@doorwright/crds/kinds/user.ts';

/** A condition with `?` for each value. */
export interface Condition {
  sql: string;
  bindings: readonly unknown[];
}

/**
 * What a filter may ask of a row. `folded` texts have an index in lower case, other `text`s one of their parts, and `exact` texts differ by
 * case. `found` answers equality only.
 */
export type Column =
  | { type: 'folded' | 'text' | 'exact' | 'flag' | 'moment'; sql: string; sorts?: true }
  | { type: 'found'; equals: (organization: string, value: string) => Condition };

const links = tableName(scimLink);
const users = tableName(user);

/** Finds by the index of external IDs, whose conditions the query repeats. */
const externalId = (resource: 'User' | 'Group', column: string): Column => ({
  type: 'found',
  equals: (organization, value) => ({
    sql: `name IN (SELECT ${column} FROM "${links}" WHERE owner = ? AND resource = '${resource}' AND external_id = ? AND external_id <> '' AND resource <> '')`,
    bindings: [organization, value],
  }),
});

const member: Column = {
  type: 'found',
  equals: (organization, value) => ({
    sql: `users @> (SELECT to_jsonb(ARRAY[owner || '/' || name]) FROM "${users}" WHERE owner = ? AND id = ? AND id <> '')`,
    bindings: [organization, value],
  }),
};

const constant = (value: string): Column => ({ type: 'text', sql: `'${value}'` });
const created: Column = { type: 'moment', sql: 'created_time', sorts: true };

/** The attributes by which users are found, in lower case, and nothing else of their table. */
export const userColumns: Readonly<Record<string, Column>> = {
  id: { type: 'exact', sql: 'id' },
  externalid: externalId('User', 'user_name'),
  username: { type: 'folded', sql: 'name', sorts: true },
  displayname: { type: 'text', sql: 'display_name', sorts: true },
  'name.givenname': { type: 'text', sql: 'first_name' },
  'name.familyname': { type: 'text', sql: 'last_name' },
  title: { type: 'text', sql: 'title' },
  active: { type: 'flag', sql: 'NOT is_forbidden' },
  emails: { type: 'folded', sql: 'email', sorts: true },
  'emails.value': { type: 'folded', sql: 'email', sorts: true },
  // The table has the address by which the user signs in.
  'emails.type': constant('work'),
  'emails.primary': { type: 'flag', sql: 'true' },
  phonenumbers: { type: 'exact', sql: 'phone', sorts: true },
  'phonenumbers.value': { type: 'exact', sql: 'phone', sorts: true },
  'phonenumbers.type': constant('mobile'),
  'meta.resourcetype': constant('User'),
  'meta.created': created,
  'meta.lastmodified': { type: 'moment', sql: 'coalesce(updated_time, created_time)' },
};

export const groupColumns: Readonly<Record<string, Column>> = {
  id: { type: 'exact', sql: 'id' },
  externalid: externalId('Group', 'group_name'),
  displayname: { type: 'text', sql: 'display_name', sorts: true },
  members: member,
  'members.value': member,
  'members.type': constant('User'),
  'meta.resourcetype': constant('Group'),
  'meta.created': created,
};
