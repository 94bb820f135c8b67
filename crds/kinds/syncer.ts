import { z } from 'zod';
import { syncerDeclared } from '../declared/syncer.ts';
import { defineKind, everyVerb } from '../define.ts';
import { choice, flag, integer, list, moment, text } from '../field.ts';
import { disabled } from '../list-definition.ts';
import { sourceFields } from '../options/sync.ts';
import {
  columnTypes,
  databaseTypes,
  keycloakReadings,
  keycloakTable,
  mappedFields,
  syncerTlsModes,
  syncerTypes,
} from '../options/syncer-options.ts';

const tableColumn = z.object({
  name: text('Column name', {
    about: 'Column of the table. Several columns, joined by +, are read as one text.',
    max: 200,
  }),
  type: choice('Column type', columnTypes, { about: 'Type of its values.', initial: 'string' }),
  casdoorName: choice('Mapped to', mappedFields, { about: 'Field of the user that it fills.', initial: 'Name' }),
  isHashed: flag('Compared', { about: 'A change of this column counts as a change of the user.', initial: true }),
  values: list('Values', z.string().max(200), { about: 'Values it can have.', control: 'tags' }),
});

/** Synchronizes the users of an organization with a table of another system. */
export const syncer = defineKind({
  kind: 'Syncer',
  about: 'Synchronizes the users of an organization with a table of another system.',
  owner: 'admin',
  tenant: 'organization',
  access: everyVerb('organizationAdmin'),
  readmits: true,
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
      about: 'Organization whose users are synchronized.',
      refers: { kind: 'organization', by: 'name', onDelete: 'refuse' },
    }),
    type: choice('Type', syncerTypes, { about: 'Type of the other system.', initial: 'Database' }),
    host: text('Host', { about: 'Host name or address of the database.' }),
    port: integer('Port', { about: 'Port of the database.', max: 65_535, initial: 3306, fromText: true }),
    user: text('User', { about: 'Database user.' }),
    password: text('Password', {
      about: 'Password of the database user.',
      max: 200,
      secret: 'masked',
      sentTo: ['host', 'port', 'sslMode', 'caCertificate'],
      control: 'password',
    }),
    databaseType: choice('Database type', databaseTypes, { about: 'Database product.', initial: 'mysql' }),
    sslMode: choice('TLS', syncerTlsModes, {
      about:
        "With verify-full, the connection is encrypted and the server's certificate is checked. With require it is only encrypted.",
      initial: 'verify-full',
      dangers: [{ when: 'disable', about: 'Everybody on the way can read the password and the people.' }],
    }),
    caCertificate: text('CA certificate', {
      about: "Certificate of the authority that signed the server's certificate. Empty for the usual authorities.",
      max: 20_000,
      control: 'pem',
    }),
    keycloakReading: choice('Keycloak is read from', keycloakReadings, {
      about: "Its database has the digests of passwords. Its API needs a client with the role 'view-users'.",
      initial: 'Database',
    }),
    realm: text('Realm', { about: 'The realm of Keycloak whose users are read.' }),
    database: text('Database', { about: 'Name of the database, or path of its file.', max: 500 }),
    table: text('Table', { about: 'Table with the users.' }),
    tablePrimaryKey: text('Table primary key', { about: 'Column that identifies a row.' }),
    tableColumns: list('Table columns', tableColumn, {
      about: 'Columns that are synchronized, and the user fields that they fill.',
    }),
    affiliationTable: text('Affiliation table', { about: 'Table with the names of affiliations by ID.' }),
    avatarBaseUrl: text('Avatar base URL', {
      about: "Prefix that makes URLs of the table's avatars.",
      max: 500,
      control: 'url',
    }),
    errorText: text('Error text', {
      about: 'Errors of past runs, one per line.',
      max: 100_000,
      control: 'textarea',
    }),
    lastRunTime: moment('Last run', { about: 'Time of the last run.', serverSet: true }),
    syncInterval: integer('Sync interval', { about: 'Seconds between two runs.', initial: 10, unit: 'seconds' }),
    writesBack: flag('Changes go back', {
      about: 'A sign-up and a change of a user are written to the source. Where both sides changed, the source wins.',
      dangers: [{ when: true, about: 'It adds and changes rows of the other system.' }],
    }),
    ...sourceFields,
    isEnabled: flag('Enabled', {
      about: 'A disabled syncer runs only on request.',
      dangers: [{ when: true, about: 'It creates and changes users of the organization without asking.' }],
    }),
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
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
    shown: ['name', 'organization', 'type', 'host', 'syncInterval'],
  },
  declared: syncerDeclared,
  form: [
    { tab: 'Settings', title: 'Syncer', fields: ['organization', 'name', 'type', 'syncInterval', 'isEnabled'] },
    {
      tab: 'Settings',
      title: 'Connection',
      fields: [
        ...(['keycloakReading', 'databaseType', 'host', 'port', 'sslMode', 'caCertificate'] as const),
        ...(['user', 'password', 'database', 'realm'] as const),
      ],
    },
    {
      tab: 'Mapping',
      title: 'Mapping',
      fields: ['table', 'tablePrimaryKey', 'tableColumns', 'avatarBaseUrl', 'writesBack'],
    },
    { tab: 'Mapping', title: 'Affiliations', fields: ['affiliationTable'], rare: true },
    { tab: 'Runs', title: 'Runs', fields: [] },
    { tab: 'Runs', title: 'Limits', fields: ['needsApproval', 'holdCount', 'holdPercent', 'purgeDays'], rare: true },
    { tab: 'Runs', title: 'Past runs', fields: ['errorText'], rare: true },
  ],
});

export type Syncer = z.infer<typeof syncer.schema>;
