import { z } from 'zod';
import { defineKind } from '../define.ts';
import { integer, list, moment, text } from '../field.ts';

/** What a user proves at sign-in besides their password. A user has one of each type. */
export const factor = defineKind({
  kind: 'Factor',
  about: 'A second factor of a user.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  unique: [['owner', 'user', 'type']],
  access: {},
  fields: {
    id: text('ID', { about: 'Unique random ID.' }),
    user: text('User', {
      about: 'User of the factor.',
      refers: { kind: 'user', by: 'name', ownerField: 'owner', onDelete: 'cascade' },
    }),
    type: text('Type', { about: 'Type of the factor: an app with codes, recovery codes, an email or a phone.' }),
    secret: text('Secret', { about: 'Secret that the app shares with the server.', max: 500, secret: 'hidden' }),
    destination: text('Destination', { about: 'Proved email address or phone number that gets the codes.', max: 255 }),
    lastStep: integer('Last step', { about: 'Time step of the last code, counted from 1970. No older code is right.' }),
    digests: list('Digests', z.string().max(100), {
      about: 'Digests of the recovery codes that are left.',
      secret: 'hidden',
      digest: true,
      max: 20,
    }),
    usedTime: moment('Last used', { about: 'When the factor was last used.' }),
  },
});

export type Factor = z.infer<typeof factor.schema>;
