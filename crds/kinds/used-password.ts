import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { text } from '../field.ts';

/** A former password of a user, so that a new one can differ from it. It is added when a new password replaces it. */
export const usedPassword = defineKind({
  kind: 'UsedPassword',
  about: 'A former password of a user, which cannot be chosen again.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  lookups: [['owner', 'user']],
  access: {},
  fields: {
    id: text('ID', { about: 'Unique random ID.' }),
    user: text('User', {
      about: 'User who had the password.',
      refers: { kind: 'user', by: 'name', ownerField: 'owner', onDelete: 'cascade' },
    }),
    password: text('Password', { about: 'The stored form of the password.', max: 200, secret: 'hidden', digest: true }),
    passwordSalt: text('Password salt', { about: 'Its salt.', secret: 'hidden', digest: true }),
    passwordType: text('Password type', { about: 'How it was stored.', secret: 'hidden', digest: true }),
  },
});

export type UsedPassword = z.infer<typeof usedPassword.schema>;
