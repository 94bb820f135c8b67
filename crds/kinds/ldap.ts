import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { integer, moment, text } from '../field.ts';

/** An LDAP directory. Its people can become users of an organization and sign in with their directory passwords. */
export const ldap = defineKind({
  kind: 'Ldap',
  title: 'LDAP server',
  about: "A directory whose people can become users of an organization, and sign in with the directory's passwords.",
  owner: 'organization',
  tenant: 'owner',
  key: 'id',
  readByPost: true,
  access: everyVerb('organizationAdmin'),
  fields: {
    id: text('ID', { about: 'Unique id; made by the server when empty.' }),
    serverName: text('Server Name', { about: 'Name shown to people.' }),
    host: text('Server Host', { about: 'Host name or address of the server.', max: 255 }),
    port: integer('Server Port', { about: 'Port of the server.', max: 65_535, initial: 389 }),
    admin: text('Admin', { about: 'Name that the server knows us by when we search.', max: 500 }),
    passwd: text('Admin Password', {
      about: 'Its password.',
      max: 500,
      secret: 'masked',
      sentTo: ['host', 'port'],
      control: 'password',
    }),
    baseDn: text('Base DN', { about: 'Where in the directory people are searched.', max: 500 }),
    autoSync: integer('Auto Sync', {
      about: 'Minutes between two synchronisations; 0 for none.',
      max: 525_600,
      unit: 'mins',
    }),
    lastSync: moment('Last Sync', { about: 'When people were last taken over.', serverSet: true }),
  },
  starts: {
    port: 389,
    autoSync: 0,
  },
  list: {
    columns: [
      { field: 'serverName', search: true },
      { field: 'host', search: true },
      { field: 'baseDn', search: true },
      { field: 'autoSync' },
      { field: 'lastSync', cell: 'time' },
    ],
  },
  form: [
    {
      title: 'Directory',
      fields: ['owner', 'id', 'serverName', 'host', 'port', 'baseDn', 'admin', 'passwd', 'autoSync'],
    },
  ],
});

export type Ldap = z.infer<typeof ldap.schema>;
