import type { z } from 'zod';
import { ldapDeclared } from '../declared/ldap.ts';
import { defineKind, everyVerb } from '../define.ts';
import { choice, flag, integer, list, moment, text } from '../field.ts';
import { directoryTypes, encryptions, groupUses, mappedAttribute, signInModes } from '../options/ldap-options.ts';
import { sourceFields } from '../options/sync.ts';

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
      about: 'Password with which Doorwright signs in to the server.',
      max: 500,
      secret: 'masked',
      sentTo: ['host', 'port', 'encryption', 'caCertificate'],
      control: 'password',
    }),
    encryption: choice('Encryption', encryptions, {
      about: 'StartTLS encrypts the usual port 389. LDAPS has its own port, usually 636.',
      initial: 'StartTLS',
      dangers: [{ when: 'None', about: 'Everybody on the way can read and change passwords.', asks: true }],
    }),
    caCertificate: text('CA certificate', {
      about: "Certificate of the authority that signed the server's certificate. Empty for the usual authorities.",
      max: 20_000,
      control: 'pem',
    }),
    directoryType: choice('Directory type', directoryTypes, {
      about: 'Decides the filter and the attributes, where they are not set here.',
      initial: 'OpenLDAP',
    }),
    baseDn: text('Base DN', { about: 'Part of the directory in which users are searched.', max: 500 }),
    filter: text('Filter', { about: 'Which entries are people. Empty for the usual ones of the type.', max: 1000 }),
    attributes: list('Attributes', mappedAttribute, {
      about: 'Attributes that fill fields of users, beside and in place of the usual ones of the type.',
      max: 50,
      distinctBy: 'field',
    }),
    groupUse: choice('Groups', groupUses, {
      about: 'Objects that the groups of the directory become.',
      initial: 'None',
    }),
    groupBaseDn: text('Group base DN', {
      about: 'Part of the directory with the groups. Empty for the base DN.',
      max: 500,
    }),
    groupFilter: text('Group filter', {
      about: 'Which entries are groups. Empty for the usual ones of the type.',
      max: 1000,
    }),
    signInMode: choice('Sign-in', signInModes, {
      about: "People who sign in with the directory's password.",
      initial: 'Synchronized people',
    }),
    offlineHours: integer('Hours without the directory', {
      about:
        'Hours for which people sign in while the directory is away. It stores a digest of their password. 0 refuses them.',
      max: 8760,
      unit: 'hours',
    }),
    writesPasswords: flag('Passwords go to the directory', {
      about: 'A new password is set in the directory. Otherwise people change it there.',
    }),
    autoSync: integer('Auto sync', {
      about: 'Minutes between two synchronizations. 0 turns it off.',
      max: 525_600,
      unit: 'minutes',
    }),
    lastSync: moment('Last sync', { about: 'Time of the last synchronization.', serverSet: true }),
    ...sourceFields,
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
  declared: ldapDeclared,
  form: [
    { tab: 'Settings', title: 'Directory', fields: ['owner', 'id', 'serverName', 'directoryType', 'autoSync'] },
    {
      tab: 'Settings',
      title: 'Connection',
      fields: ['host', 'port', 'encryption', 'caCertificate', 'admin', 'passwd', 'baseDn'],
    },
    { tab: 'Mapping', title: 'People', fields: ['filter', 'attributes'] },
    { tab: 'Mapping', title: 'Groups', fields: ['groupUse', 'groupBaseDn', 'groupFilter'] },
    { tab: 'Sign-in', title: 'Sign-in', fields: ['signInMode', 'offlineHours', 'writesPasswords'] },
    { tab: 'Runs', title: 'Runs', fields: [] },
    { tab: 'Runs', title: 'Limits', fields: ['needsApproval', 'holdCount', 'holdPercent', 'purgeDays'], rare: true },
  ],
});

export type Ldap = z.infer<typeof ldap.schema>;
