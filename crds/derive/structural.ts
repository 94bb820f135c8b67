import type { JsonSchema } from '../schema/fields.ts';

/** The subset of JSON Schema in Kubernetes: one type for each value, and no keyword that refers to another place. */
export interface StructuralSchema {
  type: string;
  description?: string;
  format?: string;
  default?: unknown;
  items?: StructuralSchema;
  properties?: Record<string, StructuralSchema>;
  additionalProperties?: StructuralSchema;
  required?: string[];
  [keyword: string]: unknown;
}

const copied = [
  'description',
  'pattern',
  'enum',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'maxProperties',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-validations',
] as const;

const formats: Record<string, string> = { integer: 'int64', number: 'double' };

/** JavaScript's own limits of numbers are no rules of the model. */
const saysNothing = (value: unknown) =>
  value === undefined ||
  Math.abs(value as number) === Number.MAX_SAFE_INTEGER ||
  (Array.isArray(value) && !value.length);

function keywordsOf(schema: JsonSchema) {
  const known = schema as unknown as Record<string, unknown>;
  const kept = copied.filter((keyword) => !saysNothing(known[keyword])).map((keyword) => [keyword, known[keyword]]);
  const keywords = Object.fromEntries(kept) as Record<string, unknown>;
  // The format date-time already checks leap years, so zod's long pattern is not needed.
  if (schema.format === 'date-time') return { ...keywords, pattern: undefined, format: 'date-time' };
  const format = formats[schema.type ?? ''];
  return format ? { ...keywords, format } : keywords;
}

function nested(schema: JsonSchema, path: string): Partial<StructuralSchema> {
  const { items, properties, additionalProperties, required } = schema;
  if (items) {
    return { items: structural(items, `${path}[]`), 'x-kubernetes-list-type': listType(schema) };
  }
  if (properties) {
    const members = Object.entries(properties).map(([name, each]) => [name, structural(each, `${path}.${name}`)]);
    return { properties: Object.fromEntries(members), ...(required?.length && { required }) };
  }
  if (typeof additionalProperties === 'object') {
    return { additionalProperties: structural(additionalProperties, `${path}.*`) };
  }
  return {};
}

const listType = (schema: JsonSchema) => schema['x-kubernetes-list-type'] ?? 'atomic';

/**
 * The part of an emitted schema that fits a custom resource definition. It has no defaults of the model, because absent means unmanaged.
 */
export function structural(schema: JsonSchema, path = ''): StructuralSchema {
  if (!schema.type) throw new Error(`${path} has no single type: a custom resource cannot hold a union`);
  const defaulted = 'x-kubernetes-default' in schema ? { default: schema['x-kubernetes-default'] } : {};
  const all = { type: schema.type, ...keywordsOf(schema), ...nested(schema, path), ...defaulted };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as StructuralSchema;
}
