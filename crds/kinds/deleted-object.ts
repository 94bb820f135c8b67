import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

/** A deleted object that can be restored for some days. */
export const deletedObject = defineKind({
  kind: 'DeletedObject',
  about: 'A deleted object that can be restored for some days.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    kind: text('Kind', { about: 'Kind of the object.' }),
    objectOwner: text('Object owner', { about: 'Owner of the object.' }),
    objectName: text('Object name', { about: 'Name of the object.' }),
    actor: text('Actor', { about: 'User who deleted it.', max: 201 }),
    expireTime: moment('Expires', { about: 'Time when it can no longer be restored.' }),
    object: text('Object', { about: 'The whole object, as JSON.', max: 10_000_000, secret: 'hidden' }),
  },
});

export type DeletedObject = z.infer<typeof deletedObject.schema>;
