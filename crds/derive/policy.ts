import { z } from 'zod';
import type { Declaration } from '../declare.ts';
import type { Kind } from '../define.ts';
import { objectName } from '../reference.ts';

/** A default that the API server writes into the resource. Fields of the model have no such defaults. */
const preset = <S extends z.ZodType>(schema: S, value: z.output<S>, about: string) =>
  schema
    .default(value as never)
    .describe(about)
    .meta({ 'x-kubernetes-default': value });

const deletionPolicies = z.enum(['Delete', 'Orphan']);

/**
 * An adopted object outlives its resource unless the spec says Delete. A default would hide whether the spec says so, so it exists only for
 * kinds where both cases have the same result.
 */
const deletionPolicy = ({ deletionPolicy }: Declaration) =>
  deletionPolicy === 'Orphan'
    ? preset(
        deletionPolicies,
        'Orphan',
        'What happens to the object when this resource is deleted. Delete removes it, Orphan keeps it.',
      ).optional()
    : deletionPolicies
        .describe(
          'What happens to the object when this resource is deleted. Delete removes it, Orphan keeps it. By default, an adopted object is kept and any other is removed.',
        )
        .optional();

/** The policy members of every custom resource. */
export const policyShape = (declaration: Declaration, key: Kind['key'] = 'name') => ({
  name: objectName(
    key === 'name'
      ? 'Name of the object. It identifies the object and cannot be changed. The default is metadata.name.'
      : 'ID of the object. It cannot be changed. The default is the namespace and metadata.name, with a dot between them.',
  ).optional(),
  managementPolicy: preset(
    z.enum(['Manage', 'Observe']),
    'Manage',
    'Manage creates the object and keeps it as declared. Observe only reports differences and never changes it.',
  ),
  deletionPolicy: deletionPolicy(declaration),
  adoptionPolicy: preset(
    z.enum(['Fail', 'IfIdentical', 'Adopt']),
    'Fail',
    'What happens to an existing object of this name that no resource declares. Fail leaves it unchanged. IfIdentical adopts it if no declared field differs. Adopt adopts and changes it.',
  ),
  deletionProtection: preset(
    z.boolean(),
    declaration.deletionProtection ?? false,
    'Refuses the deletion of this resource if it would delete the object. With deletionPolicy Orphan the resource can always be deleted. To delete both, first set this to false.',
  ),
});

/** The fate of the object of a deleted resource. */
export const effectiveDeletionPolicy = (
  { deletionPolicy }: Declaration,
  spec: { deletionPolicy?: 'Delete' | 'Orphan' | undefined },
  { adopted }: { adopted: boolean },
) => spec.deletionPolicy ?? (adopted ? 'Orphan' : deletionPolicy);
