import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { flag, integer, moment, text } from '../field.ts';

/** A code or link that proves an address. It works once, for one purpose, destination, user and application. */
export const verificationCode = defineKind({
  kind: 'VerificationCode',
  about: 'A code that was sent to verify an email address or phone number.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  // The address of a link has the ID without the organization.
  unique: [['id']],
  access: {},
  fields: {
    id: text('ID', { about: 'Unique ID of the code.' }),
    user: text('User', {
      about: 'User of the code. Empty at sign-up.',
      refers: { kind: 'user', by: 'name', onDelete: 'cascade' },
    }),
    application: text('Application', {
      about: 'Application that requested it.',
      refers: { kind: 'application', by: 'name', onDelete: 'cascade' },
    }),
    provider: text('Provider', {
      about: 'Provider that sent it.',
      refers: { kind: 'provider', by: 'name', onDelete: 'detach' },
    }),
    purpose: text('Purpose', { about: 'Purpose of the code, such as sign-in or password recovery.' }),
    destination: text('Destination', { about: 'Email address or phone number that it was sent to.', max: 255 }),
    digest: text('Digest', { about: 'Digest of the code.', secret: 'hidden', digest: true }),
    clientIp: text('Client IP', { about: 'IP address that requested it.' }),
    attempts: integer('Attempts', { about: 'Number of attempts.' }),
    isUsed: flag('Is used', { about: 'It was used, or a newer code replaced it.' }),
    browser: text('Browser', {
      about: 'Digest of the cookie of the browser that requested a link. Codes have none.',
      secret: 'hidden',
      digest: true,
    }),
    data: text('Data', {
      about: 'Data of a link as JSON: the page that requested it, and the digest of its request.',
      max: 20_000,
      secret: 'hidden',
    }),
    expireTime: moment('Expires', { about: 'Time when it expires.' }),
  },
});

export type VerificationCode = z.infer<typeof verificationCode.schema>;
