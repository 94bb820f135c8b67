import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

/** A random text that a passkey must sign. It works once, for one browser and one purpose. */
export const passkeyChallenge = defineKind({
  kind: 'PasskeyChallenge',
  about: 'A challenge for a passkey, until its answer.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  unique: [['id']],
  access: {},
  fields: {
    id: text('ID', { about: 'Digest of the challenge.', secret: 'hidden', digest: true }),
    browser: text('Browser', { about: "Digest of the browser's cookie.", secret: 'hidden', digest: true }),
    purpose: text('Purpose', { about: 'Purpose of the answer: a sign-in, a new passkey, a sign-up or a proof.' }),
    holder: text('Holder', {
      about: 'Session or half-finished sign-in that the answer belongs to.',
      secret: 'hidden',
      digest: true,
    }),
    application: text('Application', {
      about: 'Application of the page.',
      refers: { kind: 'application', by: 'name', onDelete: 'cascade' },
    }),
    handle: text('User handle', { about: 'Handle of a new passkey.' }),
    expireTime: moment('Expires', { about: 'Time when it expires.' }),
  },
});

export type PasskeyChallenge = z.infer<typeof passkeyChallenge.schema>;
