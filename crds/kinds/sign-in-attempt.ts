import { z } from 'zod';
import { defineKind } from '../define.ts';
import { list, moment, text } from '../field.ts';

/** An unfinished sign-in with its completed steps. The browser has only the id. */
export const signInAttempt = defineKind({
  kind: 'SignInAttempt',
  about: 'Somebody on the way to be signed in, and the steps he has done.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  access: {},
  fields: {
    id: text('ID', { about: 'Digest of the id that the browser holds.', secret: 'hidden', digest: true }),
    user: text('User', {
      about: 'User who is signing in, once he is known.',
      refers: { kind: 'user', by: 'name', onDelete: 'cascade' },
    }),
    application: text('Application', {
      about: 'Application that he signs in to.',
      refers: { kind: 'application', by: 'name', onDelete: 'cascade' },
    }),
    purpose: text('Purpose', { about: 'What it leads to: a session, a new password, a linked account.' }),
    steps: list('Steps', z.string().max(100), { about: 'Steps that are done, in their order.', max: 20 }),
    expireTime: moment('Expires', { about: 'When the way must be begun anew.' }),
  },
});

export type SignInAttempt = z.infer<typeof signInAttempt.schema>;
