import { z } from 'zod';
import { defineKind } from '../define.ts';
import { flag, integer, list, text } from '../field.ts';

const override = z.object({
  field: text('Field', { about: 'Field that the resource does not set during the override.' }),
  author: text('Author', { about: 'User who overrides the field.', max: 201 }),
  until: z.iso.datetime().describe('Time when the resource sets the field again.'),
  reason: text('Reason', { about: 'Reason of the override.', max: 500 }),
});

export type Override = z.infer<typeof override>;

/** The custom resource that declares an object, and the fields that it manages. */
export const origin = defineKind({
  kind: 'Origin',
  about: 'The custom resource that declares an object, and the fields that it sets.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  // A resource declares one object at most, even after a crash.
  unique: [['uid']],
  access: {},
  fields: {
    kind: text('Kind', { about: 'Kind of the object. The name of this row is kind/owner/name.' }),
    objectOwner: text('Object owner', { about: 'Owner of the object.' }),
    objectName: text('Object name', { about: 'Name of the object.' }),
    cluster: text('Cluster', { about: 'ID of the cluster or folder of the resource.', max: 253 }),
    namespace: text('Namespace', { about: 'Namespace of the resource.', max: 63 }),
    resource: text('Resource', { about: 'metadata.name of the resource.', max: 253 }),
    uid: text('UID', { about: 'metadata.uid of the resource.' }),
    generation: integer('Generation', { about: 'metadata.generation that was declared last.' }),
    isAdopted: flag('Adopted', { about: 'The object existed before the resource.' }),
    managedFields: list('Managed fields', z.string(), { about: 'Fields that the resource sets.' }),
    deletionPolicy: text('Deletion policy', {
      about:
        'What happens to the object when the resource is deleted: Delete or Orphan. Empty if the resource does not say.',
      max: 10,
    }),
    isProtected: flag('Protected', { about: 'The resource keeps the object from being deleted.' }),
    droppedSecrets: list('Dropped secrets', z.string(), {
      about: 'Secrets that were dropped because the resource declared another address without them.',
    }),
    overrides: list('Overrides', override, { about: 'Fields that an administrator overrides temporarily.' }),
  },
});

export type Origin = z.infer<typeof origin.schema>;
