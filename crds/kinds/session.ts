import { z } from 'zod';
import { defineKind } from '../define.ts';
import { flag, list, moment, text } from '../field.ts';

/** A session in one browser. Its id is a digest of the cookie, so a reader of the table cannot use it. */
export const session = defineKind({
  kind: 'Session',
  about: 'A browser in which a user is signed in.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  unique: [['id']],
  access: {},
  fields: {
    id: text('ID', { about: 'Digest of the value in the cookie.', secret: 'hidden', digest: true }),
    user: text('User', {
      about: 'User who is signed in.',
      refers: { kind: 'user', by: 'name', ownerField: 'owner', onDelete: 'cascade' },
    }),
    application: text('Application', {
      about: 'Application at which the user signed in.',
      refers: { kind: 'application', by: 'name', onDelete: 'detach' },
    }),
    isImpersonated: flag('Is impersonated', {
      about: "Another person signed in as the user, with the organization's master password.",
    }),
    isRemembered: flag('Is remembered', { about: 'The session stays without use until it expires.' }),
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
  },
});

export type Session = z.infer<typeof session.schema>;
