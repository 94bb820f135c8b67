import { z } from 'zod';
import { type FieldMeta, fieldMeta } from '../field.ts';
import type { FieldDescription, JsonSchema } from './fields.ts';

export { type FieldDescription, fieldsOf, type JsonSchema } from './fields.ts';

const cache = new WeakMap<z.ZodType, JsonSchema>();

/** The only place that converts zod to JSON Schema. Every derivation reads its result, never zod's internals. */
export function emit(schema: z.ZodType): JsonSchema {
  const known = cache.get(schema);
  if (known) return known;
  const emitted = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const meta = fieldMeta.get(zodSchema as unknown as z.ZodType);
      if (meta) Object.assign(jsonSchema, { title: meta.title, 'x-field': meta });
    },
  }) as JsonSchema & { $schema?: string };
  delete emitted.$schema;
  cache.set(schema, emitted);
  return emitted;
}

const typeOf = (schema: JsonSchema): FieldDescription['type'] => {
  if (schema.anyOf?.some((each) => each.format === 'date-time') || schema.format === 'date-time') return 'moment';
  return (schema.type ?? 'object') as FieldDescription['type'];
};

/** The properties of a schema, as plain data. */
export function describeProperties(schema: JsonSchema): FieldDescription[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const meta = property['x-field'] as FieldMeta | undefined;
    return {
      ...meta,
      title: meta?.title ?? name,
      name,
      about: property.description ?? '',
      type: typeOf(property),
      required: schema.required?.includes(name) ?? false,
      schema: property,
      ...(property.items?.properties && { items: describeProperties(property.items) }),
    };
  });
}
