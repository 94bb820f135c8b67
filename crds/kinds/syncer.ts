import { z } from 'zod';
import { syncerDeclared } from '../declared/syncer.ts';
import { defineKind, everyVerb } from '../define.ts';
import { choice, flag, integer, list, moment, text } from '../field.ts';
import { columnTypes, databaseTypes, keycloakTable, mappedFields, syncerTypes } from '../options/syncer-options.ts';

const tableColumn = z.object({
  name: text('Column name', { about: 'Column of the table; several, joined by +, are read as one text.', max: 200 }),
  type: choice('Column type', columnTypes, { about: 'Type of its values.', initial: 'string' }),
  casdoorName: choice('Mapped to', mappedFields, { about: 'Field of the user that it fills.', initial: 'Name' }),
  isHashed: flag('Is hashed', { about: 'A change of it counts as a change of the user.', initial: true }),
  values: list('Values', z.string().max(200), { about: 'Values it can have.', control: 'tags' }),
});

/** Synchronizes the users of an organization with a table of another system. */
export const syncer = defineKind({
  kind: 'Syncer',
  about: 'Keeps the users of an organization and a table of another system alike.',
  owner: 'admin',
  tenant: 'organization',
  access: everyVerb('organizationAdmin'),
  check: ({ type, table, isEnabled, syncInterval }) => [
    ...(type === 'Keycloak' && table !== keycloakTable
      ? [{ path: 'table', code: 'not-value-for', params: { value: keycloakTable, other: 'Keycloak' } } as const]
      : []),
    // An interval of zero would start a run before the previous one ends.
    ...(isEnabled && syncInterval < 1
      ? [{ path: 'syncInterval', code: 'too-small-for', params: { min: 1, other: 'isEnabled' } } as const]
      : []),
  ],
  fields: {
    organization: text('Organization', {
      about: 'Organization whose users are kept alike.',
      refers: { kind: 'organization', by: 'name', onDelete: 'refuse' },
    }),
    type: choice('Type', syncerTypes, { about: 'What the other system is.', initial: 'Database' }),
    host: text('Host', { about: 'Where the database runs.' }),
    port: integer('Port', { about: 'Port of the database.', max: 65_535, initial: 3306 }),
    user: text('User', { about: 'User of the database.' }),
    password: text('Password', {
      about: 'Password of the user of the database.',
      max: 200,
      secret: 'masked',
      sentTo: ['host', 'port'],
      control: 'password',
    }),
    databaseType: choice('Database type', databaseTypes, { about: 'Make of the database.', initial: 'mysql' }),
    database: text('Database', { about: 'Name of the database, or path of its file.', max: 500 }),
    table: text('Table', { about: 'Table that holds the users.' }),
    tablePrimaryKey: text('Table primary key', { about: 'Column that identifies a row.' }),
    tableColumns: list('Table columns', tableColumn, { about: 'Columns that take part, and what they fill.' }),
    affiliationTable: text('Affiliation table', { about: 'Table that holds the names of affiliations by id.' }),
    avatarBaseUrl: text('Avatar base URL', {
      about: "What stands before the table's avatars to make them addresses.",
      max: 500,
      control: 'url',
    }),
    errorText: text('Error text', {
      about: 'What went wrong in past runs, one line each.',
      max: 100_000,
      control: 'textarea',
    }),
    lastRunTime: moment('Last run', { about: 'When users were last read.', serverSet: true }),
    syncInterval: integer('Sync interval', { about: 'Seconds between two runs.', initial: 10, unit: 'seconds' }),
    isEnabled: flag('Is enabled', { about: 'A syncer that is not enabled runs only when asked to.' }),
  },
  starts: {
    organization: 'built-in',
    type: 'Database',
    databaseType: 'mysql',
    syncInterval: 10,
    isEnabled: false,
  },
  list: {
    columns: [
      { field: 'organization', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'type', filter: syncerTypes },
      { field: 'host', search: true },
      { field: 'port', search: true },
      { field: 'user', search: true },
      { field: 'password' },
      { field: 'databaseType' },
      { field: 'database' },
      { field: 'table' },
      { field: 'syncInterval', search: true },
      { field: 'isEnabled', cell: 'switch' },
    ],
  },
  declared: syncerDeclared,
  form: [
    { title: 'Syncer', fields: ['organization', 'name', 'type', 'syncInterval', 'isEnabled'] },
    {
      title: 'Connection',
      fields: ['host', 'port', 'user', 'password', 'databaseType', 'database'],
    },
    {
      title: 'Mapping',
      fields: ['table', 'tablePrimaryKey', 'tableColumns', 'affiliationTable', 'avatarBaseUrl'],
    },
    { title: 'Past runs', fields: ['errorText'] },
  ],
});

export type Syncer = z.infer<typeof syncer.schema>;
