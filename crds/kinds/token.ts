import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { decimal, flag, integer, text } from '../field.ts';

/** A token with which an application acts for a user, or for itself. */
export const token = defineKind({
  kind: 'Token',
  about: 'Tokens that an application received to act for a user or for itself.',
  owner: 'admin',
  tenant: 'organization',
  cached: true,
  access: everyVerb('organizationAdmin'),
  unique: [['accessTokenDigest']],
  lookups: [['grantId'], ['sessionId']],
  fields: {
    application: text('Application', {
      about: 'Application that received the token.',
      refers: { kind: 'application', by: 'name', onDelete: 'cascade' },
    }),
    organization: text('Organization', {
      about: 'Organization of the user.',
      refers: { kind: 'organization', by: 'name', onDelete: 'cascade' },
    }),
    user: text('User', {
      about: 'User of the token. `app/` and the name for an application that acts for itself.',
      max: 200,
      refers: { kind: 'user', by: 'name', ownerField: 'organization', onDelete: 'cascade', loose: true },
    }),
    code: text('Authorization code', {
      about: 'Authorization code that was exchanged for the token.',
      secret: 'masked',
    }),
    accessToken: text('Access token', {
      about: 'The token that applications send.',
      max: 100_000,
      secret: 'masked',
      control: 'textarea',
    }),
    // Sealing gives a different text each time, so lookups use this digest.
    accessTokenDigest: text('Digest of the access token', {
      about: 'Digest that finds a token in the database.',
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
    refreshToken: text('Refresh token', {
      about: 'Token that gets a new access token after this one expires.',
      max: 100_000,
      secret: 'masked',
      control: 'textarea',
    }),
    expiresIn: integer('Expires in', {
      fromText: true,
      about: 'Time from the creation of the access token until it expires.',
      initial: 7200,
      unit: 'seconds',
    }),
    scope: text('Scope', { about: 'Scopes of the token, separated by spaces.', max: 1000, initial: 'read' }),
    tokenType: text('Token type', { about: 'How the token is sent.', initial: 'Bearer' }),
    codeChallenge: text('Code challenge', {
      about: 'PKCE challenge. The exchange of the code must send the matching verifier.',
      serverSet: true,
    }),
    codeIsUsed: flag('Code used', { about: 'The code was exchanged and is no longer valid.', serverSet: true }),
    // Not an integer column, because seconds since 1970 exceed 32 bits in 2038.
    codeExpireIn: decimal('Code expires at', {
      about: 'Time when the code expires, in seconds since 1970.',
      serverSet: true,
    }),
    grantId: text('Grant', {
      about: 'Grant of the token. Revoking the grant revokes the token.',
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
    sessionId: text('Session', {
      about: 'Session in which the token was issued. Ending the session revokes the token.',
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
    details: text('Details', {
      about: 'Further data of the token, as JSON.',
      max: 10_000,
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
  },
  starts: {
    application: 'app-built-in',
    organization: 'built-in',
    expiresIn: 7200,
    scope: 'read',
    tokenType: 'Bearer',
  },
  list: {
    columns: [
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'application', search: true, cell: 'link' },
      { field: 'organization', search: true, cell: 'link' },
      { field: 'user', search: true, cell: 'link' },
      { field: 'code' },
      { field: 'accessToken' },
      { field: 'expiresIn', search: true },
      { field: 'scope', search: true },
    ],
    shown: ['name', 'application', 'user', 'scope', 'createdTime'],
    orders: ['createdTime'],
  },
  form: [
    { title: 'Token', fields: ['name', 'application', 'organization', 'user'] },
    { title: 'Values', fields: ['code', 'accessToken', 'refreshToken', 'expiresIn', 'scope', 'tokenType'] },
  ],
});

export type Token = z.infer<typeof token.schema>;
