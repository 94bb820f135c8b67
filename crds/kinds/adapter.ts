import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { choice, flag, integer, text } from '../field.ts';

export const adapterTypes = ['Database'] as const;
export const policyDatabases = ['postgres'] as const;
export const tlsModes = ['disable', 'require', 'verify-full'] as const;

/** A table of another system that holds policies. Enforcers read it. */
export const adapter = defineKind({
  kind: 'Adapter',
  about: 'A table of another system that holds policies, as casbin keeps them. Enforcers read it.',
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  access: everyVerb('organizationAdmin'),
  fields: {
    type: choice('Type', adapterTypes, { about: 'What holds the policies.', initial: 'Database' }),
    databaseType: choice('Database type', policyDatabases, { about: 'Make of the database.', initial: 'postgres' }),
    host: text('Host', { about: 'Where the database runs.' }),
    port: integer('Port', { about: 'Port of the database.', max: 65_535, initial: 5432 }),
    sslMode: choice('TLS', tlsModes, {
      about:
        'With disable, everything is sent in the clear; require encrypts, verify-full also asks for a certificate of that host.',
      initial: 'require',
    }),
    user: text('User', { about: 'User of the database.' }),
    password: text('Password', {
      about: 'Password of the user of the database.',
      max: 200,
      secret: 'masked',
      sentTo: ['host', 'port'],
      control: 'password',
    }),
    database: text('Database', { about: 'Name of the database.' }),
    tableNamePrefix: text('Table name prefix', { about: 'What stands before the name of the table.' }),
    table: text('Table', {
      about: 'Table that holds the policies, in the columns ptype and v0 to v5.',
      initial: 'casbin_rule',
    }),
    isEnabled: flag('Is enabled', { about: 'An adapter that is not enabled is not read.', initial: true }),
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
      { field: 'isEnabled', cell: 'switch' },
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
