import { randomUUID } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { type FieldProblem, Refusal } from '../../errors.ts';
import { canBeEmpty, emptyOf } from './empty-value.ts';
import { fieldsWithValue } from './fields-with-value.ts';
import { problemsOf } from './schema-problems.ts';

type Body = Record<string, unknown>;

const isPlainObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function bodyObject(body: unknown): Body {
  if (!isPlainObject(body)) throw new Refusal('malformed-body');
  return body;
}

/** A form without `null` members: libraries of typed languages send `null` for unset fields. */
export const withoutNulls = (body: unknown): Body =>
  Object.fromEntries(Object.entries(bodyObject(body)).filter(([, value]) => value !== null));

export const invalid = (fields: FieldProblem[]): Refusal => new Refusal('invalid', {}, { fields });

const updates = new WeakMap<Kind, z.ZodType>();

/** The kind's validator without defaults. A field that an update does not name keeps its value. */
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

type Judged = { object: Body } | { problems: FieldProblem[] };

function judge(schema: z.ZodType, body: Body): Judged {
  const result = schema.safeParse(body);
  return result.success ? { object: result.data as Body } : { problems: problemsOf(result.error) };
}

function objectOf(judged: Judged): Body {
  if ('problems' in judged) throw invalid(judged.problems);
  return judged.object;
}

const parse = (schema: z.ZodType, body: Body): Body => objectOf(judge(schema, body));

const settableFields = new WeakMap<Kind, FieldDescription[]>();

/** The fields that callers may set. */
function settable(kind: Kind, body: Body): Body {
  const fields = settableFields.get(kind) ?? fieldsOf(kind).filter((field) => !field.serverSet);
  settableFields.set(kind, fields);
  return fieldsWithValue(fields, body);
}

/** A kind of the platform has one owner, `admin`: references name its objects by name alone. */
const checkOwner = (kind: Kind, { owner }: Body): FieldProblem[] =>
  kind.owner === 'admin' && owner !== 'admin'
    ? [{ field: 'owner', code: 'not-one-of', params: { allowed: 'admin' } }]
    : [];

/** Checks the rules of a kind that span several fields. */
function judgeTogether(kind: Kind, object: Body): Judged {
  const spanning = (kind.check?.(object as never) ?? []).map(({ path, ...problem }) => ({ field: path, ...problem }));
  const problems = [...checkOwner(kind, object), ...spanning];
  return problems.length > 0 ? { problems } : { object };
}

/** The object of a body, or its problems. It throws no refusal, because a sheet of users may have thousands of rows with problems. */
export function judgeNew(kind: Kind, body: Body, now: Date): Judged {
  const fixed = {
    createdTime: now.toISOString(),
    ...(kind.owner === 'admin' && !body.owner && { owner: 'admin' }),
    // A kind that is identified by id gets a random one.
    ...(kind.key === 'id' && !body.id && { id: randomUUID() }),
  };
  const judged = judge(kind.schema, { ...settable(kind, body), version: 1, ...fixed });
  return 'problems' in judged ? judged : judgeTogether(kind, judged.object);
}

export const parseNew = (kind: Kind, body: Body, now: Date): Body => objectOf(judgeNew(kind, body, now));

/**
 * The stored object with the fields of the body. `null` empties a field that can be empty. A missing field keeps
 * its value.
 */
export function parseUpdate(kind: Kind, stored: Body, body: Body): Body {
  const emptied = fieldsOf(kind).filter(
    (field) => body[field.name] === null && canBeEmpty(field) && !field.serverSet && !field.computed,
  );
  const empties = Object.fromEntries(emptied.map((field) => [field.name, emptyOf[field.type]]));
  const { version: _, ...changes } = parse(updateSchema(kind), { ...settable(kind, body), ...empties });
  return objectOf(judgeTogether(kind, { ...stored, ...changes }));
}

/** The fields that a template sets. Clients of typed languages send empty values for "any". */
export function parseTemplate(kind: Kind, body: Body): Body {
  const filled = fieldsOf(kind).filter(
    (field) =>
      !field.secret && !field.computed && field.type !== 'array' && field.type !== 'object' && body[field.name],
  );
  return parse(updateSchema(kind), Object.fromEntries(filled.map((field) => [field.name, body[field.name]])));
}
