import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import type { FieldProblem } from '../../core/errors.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import { problemsOf } from '../../core/objects/rules/schema-problems.ts';

export function parsed<T>(schema: z.ZodType<T>, sent: unknown): T {
  const result = schema.safeParse(sent);
  if (!result.success) throw invalid(problemsOf(result.error));
  return result.data;
}

const name = (max: number) => z.string().min(1).max(max);

const body = z.strictObject({
  origin: z.strictObject({
    cluster: name(253),
    namespace: name(63),
    name: name(253),
    uid: name(100),
    generation: z.int().min(0),
  }),
  fields: z.record(z.string(), z.unknown()),
  policies: z
    .strictObject({
      adoption: z.enum(['Fail', 'IfIdentical', 'Adopt']).default('Fail'),
      /** Stored for plans. The resource decides when it is deleted. */
      deletion: z.enum(['', 'Delete', 'Orphan']).default(''),
      isProtected: z.boolean().default(false),
    })
    .default({ adoption: 'Fail', deletion: '', isProtected: false }),
  /** Fields that apply only if this request creates the object. */
  initial: z.array(z.string()).default([]),
  /** Managed fields that are not sent stay managed. The object must be declared already. */
  partial: z.boolean().default(false),
  dryRun: z.boolean().default(false),
});

export type Declared = z.output<typeof body> & { ifMatch?: string | undefined };

/** Fields that a resource may set: all fields but server-set ones and the identity. */
function refuseUnknown(kind: Kind, fields: Record<string, unknown>): void {
  const settable = new Set(
    fieldsOf(kind)
      .filter((field) => !field.serverSet && !field.computed)
      .map((field) => field.name),
  );
  for (const fixed of ['owner', kind.key, 'version']) settable.delete(fixed);
  const unknown = Object.keys(fields).filter((field) => !settable.has(field));
  if (unknown.length > 0)
    throw invalid(unknown.map((field): FieldProblem => ({ field: `fields.${field}`, code: 'not-declarable' })));
}

/** An entity tag without its quotes, as If-Match carries it. */
export const tagIn = (header: string | undefined) => header?.replace(/^(W\/)?"(.*)"$/, '$2');

export function readDeclared(
  kind: Kind,
  sent: unknown,
  headers: { key?: string | undefined; ifMatch?: string | undefined },
): Declared {
  const data = parsed(body, sent);
  if (headers.key !== undefined && headers.key !== data.origin.uid)
    throw invalid([{ field: 'origin.uid', code: 'not-idempotency-key' }]);
  refuseUnknown(kind, data.fields);
  return { ...data, ifMatch: tagIn(headers.ifMatch) };
}
