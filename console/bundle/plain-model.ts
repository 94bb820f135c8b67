import { join } from 'node:path';
import { kinds } from '@doorwright/crds';
import type { FieldDescription, JsonSchema } from '@doorwright/crds/derive/fields.ts';
import type { Plugin } from 'vite';

type Kind = (typeof kinds)[number];

const crds = join(import.meta.dirname, '..', '..', 'crds');

/** Texts for people come from `locales/`, and members of entries are fields of their own. */
const plainSchema = ({
  title,
  description,
  properties,
  'x-field': _field,
  items,
  ...schema
}: JsonSchema): JsonSchema => ({
  ...schema,
  ...(items && { items: plainSchema(items) }),
});

const plainField = ({ title, about, dangers, schema, items, ...field }: FieldDescription): object => ({
  ...field,
  ...(dangers && { dangers: dangers.map((danger) => ({ ...danger, about: '' })) }),
  schema: plainSchema(schema),
  ...(items && { items: items.map(plainField) }),
});

/** Nobody writes the field, so the console needs no limits. */
const shownField = ({
  title,
  about,
  schema,
  items,
  dangers,
  serverSet,
  required,
  ...field
}: FieldDescription): object => ({
  ...field,
  schema: schema.enum ? { enum: schema.enum } : {},
});

const plainDeclaration = ({
  also,
  columns,
  constraints,
  contents,
  derives,
  status,
  ...rest
}: NonNullable<Kind['declared']>) => rest;

/** A kind without zod, functions and what only the server reads. Of its own fields it has the names. */
function plainKind({
  about,
  words,
  schema,
  check,
  sentTo,
  unique,
  lookups,
  foundAlike,
  fields,
  declared,
  ...kind
}: Kind) {
  const isWritten = kind.form !== undefined || Boolean(kind.access?.add || kind.access?.update);
  return {
    ...kind,
    fields: Object.fromEntries(Object.keys(fields).map((name) => [name, 0])),
    ...(declared && { declared: plainDeclaration(declared) }),
    // The server alone knows which texts it searches.
    ...(kind.list?.texts && { list: { ...kind.list, texts: [] } }),
    described: kind.described.map(isWritten ? plainField : shownField),
  };
}

/**
 * The console draws its pages from the model as data. The model itself, with zod, is five times as large; it loads when something has to be
 * checked (`src/browser/whole-model.ts`).
 */
export const plainModel: Plugin = {
  name: 'plain-model',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (id !== join(crds, 'index.ts')) return;
    const shown = kinds.filter(({ internal, listedBy }) => !internal || listedBy);
    return `
      export { createRegistry } from './registry.ts';
      export const kinds = JSON.parse(${JSON.stringify(JSON.stringify(shown.map(plainKind)))});`;
  },
};
