import { z } from 'zod';
import { choice, text } from '../field.ts';

/** The fields of a user that a service for sign-in can fill. */
export const mappedFields = [
  'id',
  'username',
  'displayName',
  'firstName',
  'lastName',
  'email',
  'emailVerified',
  'phone',
  'avatar',
  'affiliation',
  'title',
  'homepage',
  'bio',
  'location',
  'region',
  'language',
  'gender',
  'birthday',
  'education',
] as const;

export type MappedField = (typeof mappedFields)[number];

/** One field of a user, and the claim that fills it. */
export const mappingItem = z.object({
  field: choice('Field', mappedFields, { about: 'Field of the user.', initial: 'displayName' }),
  claim: text('Claim', { about: 'Name of the claim. Dots lead into nested claims: `address.country`.' }),
});

export type MappingItem = z.infer<typeof mappingItem>;
