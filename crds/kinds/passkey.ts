import { z } from 'zod';
import { defineKind } from '../define.ts';
import { decimal, flag, list, moment, text } from '../field.ts';

/** A passkey or security key with which a user signs in (WebAuthn). The server has only its public key. */
export const passkey = defineKind({
  kind: 'Passkey',
  about: 'A passkey or security key of a user.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  unique: [['id']],
  lookups: [['owner', 'user']],
  access: {},
  fields: {
    id: text('ID', { about: 'ID of the credential, in base64url.', max: 1400 }),
    user: text('User', {
      about: 'User of the passkey.',
      refers: { kind: 'user', by: 'name', ownerField: 'owner', onDelete: 'cascade' },
    }),
    handle: text('User handle', { about: 'Random name under which the authenticator knows the user.' }),
    label: text('Name', { about: 'Name that the user gave it.' }),
    publicKey: text('Public key', { about: 'Public key (COSE), in base64url.', max: 4000 }),
    counter: decimal('Counter', { about: 'Number of uses as the authenticator counts them, or 0 if it does not.' }),
    transports: list('Transports', z.string().max(50), { about: 'How the browser reaches it.', max: 10 }),
    aaguid: text('AAGUID', { about: 'ID of the model of the authenticator.' }),
    isSynced: flag('Synced', { about: 'It can be copied to other devices of the user.' }),
    isBackedUp: flag('Backed up', { about: 'A copy exists beside the device.' }),
    isSuspect: flag('Suspect', { about: 'Its counter went backwards, so somebody may have copied it.' }),
    usedTime: moment('Last used', { about: 'When it was last used.' }),
  },
});

export type Passkey = z.infer<typeof passkey.schema>;
