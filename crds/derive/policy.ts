import { z } from 'zod';
import type { Declaration } from '../declare.ts';
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
        'What becomes of the object when this resource is deleted: Delete removes it, Orphan keeps it.',
      ).optional()
    : deletionPolicies
        .describe(
          'What becomes of the object when this resource is deleted: Delete removes it, Orphan keeps it. Without it, an adopted object is kept and any other is removed.',
        )
        .optional();

/** The policy members of every custom resource. */
export const policyShape = (declaration: Declaration) => ({
  name: objectName(
    'Name of the object, and the only thing that identifies it; metadata.name when absent. It cannot be changed.',
  ).optional(),
  managementPolicy: preset(
    z.enum(['Manage', 'Observe']),
    'Manage',
    'Manage makes the object and keeps it as declared. Observe only reports how it differs and never changes it.',
  ),
  deletionPolicy: deletionPolicy(declaration),
  adoptionPolicy: preset(
    z.enum(['Fail', 'IfIdentical', 'Adopt']),
    'Fail',
    'What to do with an object of this name that nothing declares: Fail leaves it alone, IfIdentical takes it over when no declared field differs, Adopt takes it over and changes it.',
  ),
  deletionProtection: preset(
    z.boolean(),
    declaration.deletionProtection ?? false,
    'Where deleting this resource would delete its object, refuses to. Letting go of the object, as deletionPolicy Orphan does, is always allowed; to delete both, set it to false first.',
  ),
});

/** The fate of the object of a deleted resource. */
export const effectiveDeletionPolicy = (
  { deletionPolicy }: Declaration,
  spec: { deletionPolicy?: 'Delete' | 'Orphan' | undefined },
  { adopted }: { adopted: boolean },
) => spec.deletionPolicy ?? (adopted ? 'Orphan' : deletionPolicy);
