import type { FieldMeta } from '../field.ts';

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

/** The fields of a kind, in the order of its model, as plain data. */
export const fieldsOf = ({ described }: { described: readonly FieldDescription[] }): readonly FieldDescription[] =>
  described;
