import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { text } from '../field.ts';

/**
 * A used id, which no other object ever gets. The name is the kind and a digest of the id. Triggers of the database write and check these
 * rows; see derive/never-again.ts.
 */
export const usedId = defineKind({
  kind: 'UsedId',
  about: 'An ID that an object had, so that no other object gets it.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    holder: text('Holder', {
      about: 'Organization and resource that declared the object which had it; empty where none did.',
      max: 750,
    }),
  },
});

export type UsedId = z.infer<typeof usedId.schema>;
