import type { Kind } from '../define.ts';
import { emit, type JsonSchema } from './schema.ts';

/** A copy without our annotations and those of Kubernetes, which mean nothing in OpenAPI. */
function published(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key.startsWith('x-') ? undefined : value));
}

/** The schema of a kind's objects in responses, where every field is present. */
export function answerSchema(kind: Kind): JsonSchema {
  const schema = published(emit(kind.schema));
  return { ...schema, title: kind.kind, description: kind.about, required: Object.keys(schema.properties ?? {}) };
}

/** The schema of a new object in requests, where only fields without a default are required. */
export function inputSchema(kind: Kind): JsonSchema {
  const schema = published(emit(kind.schema));
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
