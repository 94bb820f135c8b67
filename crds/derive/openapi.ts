import type { Kind } from '../define.ts';
import { emit, type JsonSchema } from './schema.ts';

/** A copy without our own annotations and those of Kubernetes, which mean nothing to readers of the document. */
function published(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key.startsWith('x-') ? undefined : value));
}

/** What a kind's objects look like on the wire: every field is there in every answer. */
export function answerSchema(kind: Kind): JsonSchema {
  const schema = published(emit(kind.schema));
  return { ...schema, title: kind.kind, description: kind.about, required: Object.keys(schema.properties ?? {}) };
}

/** What a new object may hold: only what has no default must be given. */
export function inputSchema(kind: Kind): JsonSchema {
  const schema = published(emit(kind.schema));
  const given = (schema.required ?? []).filter(
    (name) => name !== 'createdTime' && (name !== 'owner' || kind.owner !== 'admin'),
  );
  return { ...schema, title: `New ${kind.kind}`, required: given };
}

/** The named schemas of an OpenAPI document: `Role` as answered, `RoleInput` as sent. */
export function componentsOf(kinds: readonly Kind[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    kinds.flatMap((kind) => [
      [kind.kind, answerSchema(kind)],
      [`${kind.kind}Input`, inputSchema(kind)],
    ]),
  );
}
