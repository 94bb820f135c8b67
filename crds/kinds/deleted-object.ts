import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

/** A deleted object that can be restored for some days. */
export const deletedObject = defineKind({
  kind: 'DeletedObject',
  about: 'An object that was deleted and can be brought back for some days.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    kind: text('Kind', { about: 'Kind of the object.' }),
    objectOwner: text('Object owner', { about: 'Owner of the object.' }),
    objectName: text('Object name', { about: 'Name of the object.' }),
    actor: text('Actor', { about: 'Who deleted it.', max: 201 }),
    expireTime: moment('Expires', { about: 'When it is gone for good.' }),
    object: text('Object', { about: 'The object whole, as JSON.', max: 10_000_000, secret: 'hidden' }),
  },
});

export type DeletedObject = z.infer<typeof deletedObject.schema>;
