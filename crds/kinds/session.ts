import { z } from 'zod';
import { creationTime, defineKind } from '../define.ts';
import { computed, flag, integer, list, moment, text } from '../field.ts';

/** A session in one browser. Its id is a digest of the cookie, so a reader of the table cannot use it. */
export const session = defineKind({
  kind: 'Session',
  about: 'A browser in which a user is signed in.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  label: 'user',
  internal: true,
  listedBy: 'get-live-sessions',
  unique: [['id']],
  access: { list: 'organizationAdmin', delete: 'organizationAdmin' },
  fields: {
    createdTime: creationTime('Started'),
    id: text('ID', { about: 'Digest of the value in the cookie.', secret: 'hidden', digest: true }),
    user: text('User', {
      about: 'User who is signed in.',
      refers: { kind: 'user', by: 'name', ownerField: 'owner', onDelete: 'cascade' },
    }),
    application: text('Application', {
      about: 'Application at which the user signed in.',
      refers: { kind: 'application', by: 'name', onDelete: 'detach' },
    }),
    isImpersonated: flag('By another person', {
      about: "Another person signed in as the user, with the organization's master password.",
    }),
    isRemembered: flag('Stays signed in', { about: 'The session stays without use until it expires.' }),
    idleMinutes: integer('Ends when idle for', {
      about: 'Time without a request after which the session ends, unless its user stays signed in.',
      ...{ initial: 60, unit: 'minutes' },
    }),
    amr: list('Methods', z.string().max(20), {
      about: 'How the user proved their identity, in the words of RFC 8176.',
      max: 20,
    }),
    authenticatedTime: moment('Authenticated', { about: 'When the user last proved their identity by a method.' }),
    factorTime: moment('Second factor', { about: 'When the user last proved a second factor.' }),
    lastSeenTime: moment('Last seen', { about: 'When the session was last used, to the minute.' }),
    expireTime: moment('Expires', { about: 'Latest end of the session.' }),
    clientIp: text('Client IP', { about: 'IP address from which the user signed in.' }),
    userAgent: text('Browser', { about: 'User agent of the browser.', max: 300 }),
    country: computed('Country', z.string(), {
      about: 'Country of the IP address, as an ISO 3166-1 alpha-2 code. Empty if it is not known.',
    }),
    applications: computed('Applications', z.array(z.string()), {
      about: 'Applications that the user visited in the session.',
      refers: { kind: 'application', by: 'name', onDelete: 'keep', loose: true },
    }),
    isThis: computed('This browser', z.boolean(), { about: 'The session of the request.' }),
  },
  list: {
    pageSize: 20,
    columns: [
      { field: 'owner', search: true, cell: 'link' },
      { field: 'user', search: true, cell: 'link' },
      { field: 'application', search: true, cell: 'link' },
      { field: 'applications', cell: 'tags' },
      { field: 'createdTime', cell: 'time' },
      { field: 'lastSeenTime', cell: 'time' },
      { field: 'expireTime', cell: 'time' },
      { field: 'userAgent', search: true, cell: 'device' },
      { field: 'clientIp', search: true, cell: 'place' },
      { field: 'isThis', cell: 'switch', badge: { when: true, text: 'This browser', tone: 'info' } },
      {
        field: 'isImpersonated',
        cell: 'switch',
        badge: { when: true, text: 'Master password', tone: 'warning' },
      },
    ],
    shown: ['userAgent', 'user', 'clientIp', 'applications', 'lastSeenTime'],
    orders: ['createdTime', 'user'],
  },
});

export type Session = z.infer<typeof session.schema>;
