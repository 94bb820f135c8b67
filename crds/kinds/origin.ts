import { z } from 'zod';
import { defineKind } from '../define.ts';
import { flag, integer, list, text } from '../field.ts';

const override = z.object({
  field: text('Field', { about: 'Field that the resource does not rule meanwhile.' }),
  author: text('Author', { about: 'Who took the field out of its hands.', max: 201 }),
  until: z.iso.datetime().describe('When the resource rules the field again.'),
  reason: text('Reason', { about: 'Why it was needed.', max: 500 }),
});

export type Override = z.infer<typeof override>;

/** The custom resource that declares an object, and the fields that it manages. */
export const origin = defineKind({
  kind: 'Origin',
  about: "The custom resource that declares an object, and the fields of it that are the resource's to set.",
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
    cluster: text('Cluster', { about: 'Id of the cluster, or of the folder, that the resource lives in.', max: 253 }),
    namespace: text('Namespace', { about: 'Namespace of the resource.', max: 63 }),
    resource: text('Resource', { about: 'metadata.name of the resource.', max: 253 }),
    uid: text('UID', { about: 'metadata.uid of the resource.' }),
    generation: integer('Generation', { about: 'metadata.generation that was declared last.' }),
    isAdopted: flag('Is adopted', { about: 'The object was there before the resource.' }),
    managedFields: list('Managed fields', z.string(), { about: 'Fields that the resource sets.' }),
    deletionPolicy: text('Deletion policy', {
      about:
        'What the resource says becomes of the object when it is deleted: Delete or Orphan; empty where it says nothing.',
      max: 10,
    }),
    isProtected: flag('Is protected', { about: 'The resource keeps the object from being deleted.' }),
    droppedSecrets: list('Dropped secrets', z.string(), {
      about: 'Secrets that were dropped because the resource declared another address without them.',
    }),
    overrides: list('Overrides', override, { about: 'Fields that an administrator took over for a while.' }),
  },
});

export type Origin = z.infer<typeof origin.schema>;
