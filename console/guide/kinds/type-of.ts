/** What a value may be, as both the API's and the custom resource's schema tell it. */
export interface ValueSchema {
  /** Several, for a value that may be missing. */
  type?: string | readonly string[] | undefined;
  format?: string | undefined;
  description?: string | undefined;
  enum?: readonly unknown[] | undefined;
  default?: unknown;
  items?: ValueSchema | undefined;
  properties?: Readonly<Record<string, ValueSchema>> | undefined;
  additionalProperties?: boolean | ValueSchema | undefined;
  required?: readonly string[] | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
}

const most = 12;

/** The choices of a value, or of those in a list, that are too many for a cell. */
export function longChoicesOf({ enum: choices, items }: ValueSchema): readonly string[] {
  if (choices) return choices.length > most ? choices.map(String) : [];
  return items ? longChoicesOf(items) : [];
}

/** The type of a value in a few words. A list below the tables has the choices that are too many for a cell. */
export function typeOf(schema: ValueSchema): string {
  if (schema.enum && schema.enum.length <= most) return schema.enum.map((each) => String(each) || 'empty').join(', ');
  if (schema.enum) return `one of [${schema.enum.length} values](#long-lists)`;
  if (schema.type === 'array' && longChoicesOf(schema).length > 0) return `list, each ${typeOf(schema.items ?? {})}`;
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'values'}`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `map of ${typeOf(schema.additionalProperties)}`;
  if (schema.format === 'date-time') return 'time';
  return [schema.type ?? 'value']
    .flat()
    .filter((each) => each !== 'null')
    .join(' or ');
}

/** The default as people write it. An empty one says nothing. */
export function defaultOf({ default: value }: ValueSchema): string {
  const isEmpty =
    value === undefined || value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
  if (isEmpty) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? 'see the console' : text;
}
