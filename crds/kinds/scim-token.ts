import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

/** A secret with which a program provisions one organization. An organization has several, so that a new one can replace an old one. */
export const scimToken = defineKind({
  kind: 'ScimToken',
  title: 'SCIM token',
  about: 'A secret with which a program provisions the users and groups of one organization.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  // Records name a token by this.
  unique: [['digest'], ['owner', 'displayName']],
  access: {},
  fields: {
    id: text('ID', { about: 'Unique random ID.' }),
    displayName: text('Display name', { about: 'Name shown to people.' }),
    digest: text('Digest', { about: 'Digest of the token.', secret: 'hidden', digest: true }),
    maker: text('Made by', {
      about:
        'Administrator who made the token, as owner/name. It works as long as they administer the organization. Empty for a declared token.',
      max: 201,
      refers: { kind: 'user', by: 'id', onDelete: 'cascade' },
    }),
    declaredName: text('Declared name', {
      about: 'Name of the token in the custom resource of its organization. It works as long as there is one.',
    }),
    expireTime: moment('Expires', { about: 'When it ends. Empty for the present one of a declared token.' }),
    lastUsedTime: moment('Last used', { about: 'Time of the last use, to the minute.' }),
  },
});

export type ScimToken = z.infer<typeof scimToken.schema>;
