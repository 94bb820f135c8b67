import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { integer, moment, text } from '../field.ts';

/** An LDAP directory. Its people can become users of an organization and sign in with their directory passwords. */
export const ldap = defineKind({
  kind: 'Ldap',
  title: 'LDAP server',
  about:
    "An LDAP directory. Its entries can become users of an organization and sign in with the directory's passwords.",
  owner: 'organization',
  tenant: 'owner',
  key: 'id',
  label: 'serverName',
  readByPost: true,
  answersStored: true,
  access: everyVerb('organizationAdmin'),
  readmits: true,
  fields: {
    id: text('ID', { about: 'Unique ID. The server generates it if it is empty.' }),
    serverName: text('Server name', { about: 'Name shown to people.' }),
    host: text('Server host', { about: 'Host name or address of the server.', max: 255 }),
    port: integer('Server port', { about: 'Port of the server.', max: 65_535, initial: 389, fromText: true }),
    admin: text('Admin', { about: 'Name with which Doorwright signs in to the server to search.', max: 500 }),
    passwd: text('Admin password', {
      about: 'Password of this name.',
      max: 500,
      secret: 'masked',
      sentTo: ['host', 'port'],
      control: 'password',
    }),
    baseDn: text('Base DN', { about: 'Part of the directory in which users are searched.', max: 500 }),
    autoSync: integer('Auto sync', {
      about: 'Minutes between two synchronizations. 0 turns it off.',
      max: 525_600,
      unit: 'mins',
    }),
    lastSync: moment('Last sync', { about: 'Time of the last synchronization.', serverSet: true }),
  },
  starts: {
    port: 389,
    autoSync: 0,
  },
  list: {
    menu: 'none',
    columns: [
      { field: 'serverName', search: true },
      { field: 'host', search: true },
      { field: 'baseDn', search: true },
      { field: 'autoSync' },
      { field: 'lastSync', cell: 'time' },
    ],
    shown: ['serverName', 'host', 'baseDn', 'autoSync', 'lastSync'],
  },
  form: [
    {
      title: 'Directory',
      fields: ['owner', 'id', 'serverName', 'host', 'port', 'baseDn', 'admin', 'passwd', 'autoSync'],
    },
  ],
});

export type Ldap = z.infer<typeof ldap.schema>;
