import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { text } from '../field.ts';

/**
 * A change of an object that can be declared, written in the same transaction and read by the operator. The id begins with the number of
 * the transaction, so a reader in id order misses no row that commits late.
 */
export const change = defineKind({
  kind: 'Change',
  about: 'A change of an object that can be declared.',
  owner: 'admin',
  tenant: 'platform',
  key: 'id',
  internal: true,
  access: {},
  fields: {
    id: text('ID', { about: 'Number of the transaction, then something unique.' }),
    kind: text('Kind', { about: 'Kind of the object.' }),
    objectOwner: text('Object owner', { about: 'Owner of the object.' }),
    objectName: text('Object name', { about: 'Name of the object.' }),
    actor: text('Actor', { about: 'User who changed it. Empty if the change followed from another object.', max: 201 }),
  },
});

export type Change = z.infer<typeof change.schema>;
