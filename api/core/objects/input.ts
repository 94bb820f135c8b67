import { randomUUID } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { z } from 'zod';
import { type FieldProblem, Refusal } from '../errors.ts';
import { canBeEmpty, emptyOf } from './empty.ts';
import { namedIn } from './empty-values.ts';
import { problemsOf } from './schema-problems.ts';

type Body = Record<string, unknown>;

const isPlainObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function bodyObject(body: unknown): Body {
  if (!isPlainObject(body)) throw new Refusal('malformed-body');
  return body;
}

/** A form without what is `null` in it: libraries of typed languages spell so what they leave out. */
export const filledIn = (body: unknown): Body =>
  Object.fromEntries(Object.entries(bodyObject(body)).filter(([, value]) => value !== null));

export const invalid = (fields: FieldProblem[]): Refusal => new Refusal('invalid', {}, { fields });

const updates = new WeakMap<Kind, z.ZodType>();

/** The kind's validator without defaults: what an update does not name stays as it is. */
function updateSchema(kind: Kind): z.ZodType {
  const known = updates.get(kind);
  if (known) return known;
  const bare = Object.entries(kind.schema.shape).map(([name, schema]) => [
    name,
    (schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : (schema as z.ZodType)).optional(),
  ]);
  const schema = z.object(Object.fromEntries(bare));
  updates.set(kind, schema);
  return schema;
}

function parse(schema: z.ZodType, body: Body): Body {
  const result = schema.safeParse(body);
  if (!result.success) throw invalid(problemsOf(result.error));
  return result.data as Body;
}

/** Only what callers may set. */
const settable = (kind: Kind, body: Body): Body =>
  namedIn(
    fieldsOf(kind).filter((field) => !field.serverSet),
    body,
  );

/** What belongs to no organization by its owner has the one owner: references by name alone, and so names, are the platform's. */
const checkOwner = (kind: Kind, { owner }: Body): FieldProblem[] =>
  kind.owner === 'admin' && owner !== 'admin'
    ? [{ field: 'owner', code: 'not-one-of', params: { allowed: 'admin' } }]
    : [];

/** The rules of a kind that span fields. */
function checked(kind: Kind, object: Body): Body {
  const spanning = (kind.check?.(object as never) ?? []).map(({ path, ...told }) => ({ field: path, ...told }));
  const problems = [...checkOwner(kind, object), ...spanning];
  if (problems.length > 0) throw invalid(problems);
  return object;
}

export function parseNew(kind: Kind, body: Body, now: Date): Body {
  const fixed = {
    createdTime: now.toISOString(),
    ...(kind.owner === 'admin' && !body.owner && { owner: 'admin' }),
    // What people do not name gets a name of its own.
    ...(kind.key === 'id' && !body.id && { id: randomUUID() }),
  };
  return checked(kind, parse(kind.schema, { ...settable(kind, body), version: 1, ...fixed }));
}

/** The stored object with what the body names put over it. `null` empties a field that can be empty, an absent one stays. */
export function parseUpdate(kind: Kind, stored: Body, body: Body): Body {
  const emptied = fieldsOf(kind).filter(
    (field) => body[field.name] === null && canBeEmpty(field) && !field.serverSet && !field.computed,
  );
  const empties = Object.fromEntries(emptied.map((field) => [field.name, emptyOf[field.type]]));
  const { version: _, ...changes } = parse(updateSchema(kind), { ...settable(kind, body), ...empties });
  return checked(kind, { ...stored, ...changes });
}

/** The fields that a template fills. Empty values are what clients of typed languages send for "any". */
export function parseTemplate(kind: Kind, body: Body): Body {
  const filled = fieldsOf(kind).filter(
    (field) =>
      !field.secret && !field.computed && field.type !== 'array' && field.type !== 'object' && body[field.name],
  );
  return parse(updateSchema(kind), Object.fromEntries(filled.map((field) => [field.name, body[field.name]])));
}
