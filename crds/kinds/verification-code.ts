import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { flag, integer, moment, text } from '../field.ts';

/** A code that proves an address. It works once, for one purpose, destination, user and application. */
export const verificationCode = defineKind({
  kind: 'VerificationCode',
  about: 'A code that was sent to prove an address.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  access: {},
  fields: {
    id: text('ID', { about: 'Unique id of the code.' }),
    user: text('User', {
      about: 'User whom it is for; empty at sign-up.',
      refers: { kind: 'user', by: 'name', onDelete: 'cascade' },
    }),
    application: text('Application', {
      about: 'Application that asked for it.',
      refers: { kind: 'application', by: 'name', onDelete: 'cascade' },
    }),
    provider: text('Provider', {
      about: 'Provider that sent it.',
      refers: { kind: 'provider', by: 'name', onDelete: 'detach' },
    }),
    purpose: text('Purpose', { about: 'What the code is good for, such as signing in or resetting a password.' }),
    destination: text('Destination', { about: 'Email address or phone number that it was sent to.', max: 255 }),
    digest: text('Digest', { about: 'Digest of the code.', secret: 'hidden', digest: true }),
    clientIp: text('Client IP', { about: 'Address that asked for it.' }),
    attempts: integer('Attempts', { about: 'How often a code was tried.' }),
    isUsed: flag('Is used', { about: 'It was used, or a newer one took its place.' }),
    expireTime: moment('Expires', { about: 'When it stops working.' }),
  },
});

export type VerificationCode = z.infer<typeof verificationCode.schema>;
