import type { Kind } from '../define.ts';
import { fieldsOf } from '../schema/fields.ts';
import { emit, type JsonSchema } from '../schema/schema.ts';

/** A copy without our annotations and those of Kubernetes, which mean nothing in OpenAPI. */
function published(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key.startsWith('x-') ? undefined : value));
}

/** The form on the wire of a list that clients of Casdoor know as an object of texts. */
function onTheWire(kind: Kind, isSent: boolean): JsonSchema {
  const schema = published(emit(kind.schema));
  const pairs = fieldsOf(kind).filter((field) => field.pairs);
  const forms = pairs.map(({ name, about, items, schema: list }) => {
    const { title, description = about, default: _, ...entries } = published(list);
    const texts = { type: 'object', additionalProperties: { ...published(items?.[1]?.schema ?? {}) } };
    return [name, { title, description, ...(isSent ? { anyOf: [texts, entries] } : texts) }];
  });
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(forms) } };
}

/** The schema of a kind's objects in responses, where every field is present. */
export function answerSchema(kind: Kind): JsonSchema {
  const schema = onTheWire(kind, false);
  return { ...schema, title: kind.kind, description: kind.about, required: Object.keys(schema.properties ?? {}) };
}

/** The schema of a new object in requests, where only fields without a default are required. */
export function inputSchema(kind: Kind): JsonSchema {
  const schema = onTheWire(kind, true);
  const given = (schema.required ?? []).filter(
    (name) => name !== 'createdTime' && (name !== 'owner' || kind.owner !== 'admin'),
  );
  return { ...schema, title: `New ${kind.kind}`, required: given };
}

/** The named schemas of the OpenAPI document: `Role` for responses, `RoleInput` for requests. */
export function componentsOf(kinds: readonly Kind[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    kinds.flatMap((kind) => [
      [kind.kind, answerSchema(kind)],
      [`${kind.kind}Input`, inputSchema(kind)],
    ]),
  );
}
