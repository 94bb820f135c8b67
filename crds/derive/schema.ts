import { z } from 'zod';
import type { Kind } from '../define.ts';
import { type FieldMeta, fieldMeta } from '../field.ts';

/** The part of JSON Schema that our models emit. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  title?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: string[];
  const?: unknown;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  required?: string[];
  anyOf?: JsonSchema[];
  [extension: `x-${string}`]: unknown;
}

export interface FieldDescription extends FieldMeta {
  name: string;
  about: string;
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'moment';
  required: boolean;
  schema: JsonSchema;
  /** The members of each entry, for a list of objects. */
  items?: FieldDescription[];
}

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

function describeProperties(schema: JsonSchema): FieldDescription[] {
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

const described = new WeakMap<object, FieldDescription[]>();

/** The fields of a kind, in the order of its model, as plain data. */
export function fieldsOf(kind: Pick<Kind, 'schema'>): FieldDescription[] {
  const fields = described.get(kind) ?? describeProperties(emit(kind.schema));
  described.set(kind, fields);
  return fields;
}
