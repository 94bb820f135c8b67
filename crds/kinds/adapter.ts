import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { choice, flag, integer, text } from '../field.ts';
import { disabled } from '../list-definition.ts';

export const adapterTypes = ['Database'] as const;
export const policyDatabases = ['postgres'] as const;
export const tlsModes = ['disable', 'require', 'verify-full'] as const;

/** A table of another system with casbin policies. Enforcers read it. */
export const adapter = defineKind({
  kind: 'Adapter',
  about: 'A table of another system with casbin policies. Enforcers read it.',
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  access: everyVerb('organizationAdmin'),
  fields: {
    type: choice('Type', adapterTypes, { about: 'System that stores the policies.', initial: 'Database' }),
    databaseType: choice('Database type', policyDatabases, { about: 'Database product.', initial: 'postgres' }),
    host: text('Host', { about: 'Host name or address of the database.' }),
    port: integer('Port', { about: 'Port of the database.', max: 65_535, initial: 5432 }),
    sslMode: choice('TLS', tlsModes, {
      about:
        "With disable, everything is unencrypted. With require it is encrypted. With verify-full, the server's certificate is checked too.",
      initial: 'require',
    }),
    user: text('User', { about: 'Database user.' }),
    password: text('Password', {
      about: 'Password of the database user.',
      max: 200,
      secret: 'masked',
      sentTo: ['host', 'port', 'sslMode'],
      control: 'password',
    }),
    database: text('Database', { about: 'Name of the database.' }),
    tableNamePrefix: text('Table name prefix', { about: 'Prefix of the table name.' }),
    table: text('Table', {
      about: 'Table with the policies, in the columns ptype and v0 to v5.',
      initial: 'casbin_rule',
    }),
    isEnabled: flag('Enabled', { about: 'A disabled adapter is not read.', initial: true }),
  },
  starts: {
    owner: 'built-in',
    type: 'Database',
    databaseType: 'postgres',
    table: 'casbin_rule',
    isEnabled: false,
  },
  list: {
    columns: [
      { field: 'owner', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'databaseType', filter: policyDatabases },
      { field: 'host', search: true },
      { field: 'port', search: true },
      { field: 'user', search: true },
      { field: 'database', search: true },
      { field: 'table', search: true },
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
  },
  form: [
    { title: 'Adapter', fields: ['owner', 'name', 'type', 'isEnabled'] },
    {
      title: 'Connection',
      fields: ['databaseType', 'host', 'port', 'sslMode', 'user', 'password', 'database', 'tableNamePrefix', 'table'],
    },
  ],
});

export type Adapter = z.infer<typeof adapter.schema>;
