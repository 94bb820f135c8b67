import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { text } from '../field.ts';

/** The last sequence number of an organization's user ids, so that no number is used twice. */
export const countedId = defineKind({
  kind: 'CountedId',
  about: 'The last number that an organization gave a user as ID.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  internal: true,
  access: {},
  fields: {
    last: text('Last', { about: 'The last number, even if its user was deleted.' }),
  },
});

export type CountedId = z.infer<typeof countedId.schema>;
