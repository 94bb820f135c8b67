import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { decimal, flag, integer, text } from '../field.ts';

/** A token with which an application acts for a user, or for itself. */
export const token = defineKind({
  kind: 'Token',
  about: 'What an application was given to act for a user, or for itself.',
  owner: 'admin',
  tenant: 'organization',
  cached: true,
  access: everyVerb('organizationAdmin'),
  unique: [['accessTokenDigest']],
  lookups: [['grantId'], ['sessionId']],
  fields: {
    application: text('Application', {
      about: 'Application that got the token.',
      refers: { kind: 'application', by: 'name', onDelete: 'cascade' },
    }),
    organization: text('Organization', {
      about: 'Organization of the user.',
      refers: { kind: 'organization', by: 'name', onDelete: 'cascade' },
    }),
    user: text('User', {
      about: 'User whom the token stands for; `app/` and its name for an application that acts for itself.',
      max: 200,
      refers: { kind: 'user', by: 'name', ownerField: 'organization', onDelete: 'cascade', loose: true },
    }),
    code: text('Authorization code', { about: 'Code that was exchanged for the token.', secret: 'masked' }),
    accessToken: text('Access token', {
      about: 'The token that applications show.',
      max: 100_000,
      secret: 'masked',
      control: 'textarea',
    }),
    // Sealing gives a different text each time, so lookups use this digest.
    accessTokenDigest: text('Digest of the access token', {
      about: 'Finds the row of a token that is shown.',
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
    refreshToken: text('Refresh token', {
      about: 'Gets a new access token when this one has expired.',
      max: 100_000,
      secret: 'masked',
      control: 'textarea',
    }),
    expiresIn: integer('Expires in', {
      about: 'How long the access token is good from its making.',
      initial: 7200,
      unit: 'seconds',
    }),
    scope: text('Scope', { about: 'What the token allows, separated by spaces.', max: 1000, initial: 'read' }),
    tokenType: text('Token type', { about: 'How the token is shown.', initial: 'Bearer' }),
    codeChallenge: text('Code challenge', {
      about: 'Digest that the exchange of the code must prove to know the origin of.',
      serverSet: true,
    }),
    codeIsUsed: flag('Code is used', { about: 'The code has been exchanged and is void.', serverSet: true }),
    // Not an integer column, because seconds since 1970 exceed 32 bits in 2038.
    codeExpireIn: decimal('Code expires at', {
      about: 'When the code becomes void, in seconds since 1970.',
      serverSet: true,
    }),
    grantId: text('Grant', {
      about: 'Grant that the token belongs to; revoking the grant revokes it.',
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
    sessionId: text('Session', {
      about: 'Session in which the token was given; ending the session ends it.',
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
    details: text('Details', {
      about: 'What else the authority knows of the token, as JSON.',
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
  },
  form: [
    { title: 'Token', fields: ['name', 'application', 'organization', 'user'] },
    { title: 'Values', fields: ['code', 'accessToken', 'refreshToken', 'expiresIn', 'scope', 'tokenType'] },
  ],
});

export type Token = z.infer<typeof token.schema>;
