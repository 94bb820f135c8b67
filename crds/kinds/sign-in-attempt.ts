import { z } from 'zod';
import { defineKind } from '../define.ts';
import { flag, list, moment, text } from '../field.ts';

/** An unfinished sign-in with its completed steps. The browser has only the id. */
export const signInAttempt = defineKind({
  kind: 'SignInAttempt',
  about: 'A sign-in in progress, with its finished steps.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  access: {},
  fields: {
    id: text('ID', { about: 'Digest of the id that the browser holds.', secret: 'hidden', digest: true }),
    user: text('User', {
      about: 'User who signs in. Empty until the user is known.',
      refers: { kind: 'user', by: 'name', onDelete: 'cascade' },
    }),
    application: text('Application', {
      about: 'Application that the user signs in to.',
      refers: { kind: 'application', by: 'name', onDelete: 'cascade' },
    }),
    purpose: text('Purpose', { about: 'Purpose of the sign-in: a session, a new password or a linked account.' }),
    method: text('Method', { about: 'Method by which the user proved their identity.' }),
    request: text('Request', { about: 'Digest of the request that the user signs in for.', digest: true }),
    session: text('Session', {
      about: 'Open session that needs one more proof. Empty at a new sign-in.',
      digest: true,
    }),
    amr: list('Methods', z.string().max(20), { about: 'What the user has proved so far.', max: 20 }),
    isImpersonated: flag('Impersonated', { about: 'The master password was used.' }),
    isRemembered: flag('Remembered', { about: 'The user chose to stay signed in.' }),
    steps: list('Steps', z.string().max(100), { about: 'Steps that are done, in their order.', max: 20 }),
    expireTime: moment('Expires', { about: 'Time when the sign-in must start again.' }),
  },
});

export type SignInAttempt = z.infer<typeof signInAttempt.schema>;
