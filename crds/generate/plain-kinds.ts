import type { Kind } from '../define.ts';
import type { ListDefinition } from '../list-definition.ts';
import { type ListFilter, takesMoment, takesUser } from '../list-filter.ts';
import type { FieldDescription, JsonSchema } from '../schema/fields.ts';
import { ownFieldNames } from '../schema/own-fields.ts';
import type { Producer } from './artefact.ts';

/** Texts for people come from `locales/`, and members of entries are fields of their own. The type of a moment says what `anyOf` says. */
const plainSchema = ({
  title,
  description,
  properties,
  anyOf,
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

/** Only the server writes the field of an object that people write. */
const keptField = ({ serverSet, ...field }: FieldDescription): object => ({ ...shownField(field), serverSet });

/** The parts that turn an object into its custom resource. */
const plainDeclaration = ({ references, secrets, omits }: NonNullable<Kind['declared']>) => ({
  references,
  secrets,
  omits,
});

/** What the console must know of a condition: the value that it takes. */
const plainCondition = (filter: ListFilter): object => {
  if (takesMoment(filter)) return { before: [] };
  return takesUser(filter) ? { actor: {} } : {};
};

/** The server alone knows which texts it searches, and how it filters. */
const plainList = ({ texts, textIds, textsTitle, filters, ...list }: ListDefinition) => ({
  ...list,
  ...(texts && { texts: [] }),
  ...(filters && {
    filters: filters.map((filter) => ({ name: filter.name, where: plainCondition(filter) })),
  }),
});

/** A kind without zod, functions and what only the server reads. The names of its own fields stand here only if they do not follow. */
function plainKind({
  about,
  words,
  schema,
  check,
  sentTo,
  unique,
  lookups,
  foundAlike,
  lastChange,
  neverAgain,
  cached,
  reserved,
  ownerOnDelete,
  readByPost,
  answersStored,
  fields,
  declared,
  ...kind
}: Kind) {
  const own = Object.keys(fields);
  const follows = `${own.toSorted()}` === `${ownFieldNames(kind).toSorted()}`;
  const isWritten = kind.form !== undefined || Boolean(kind.access?.add || kind.access?.update);
  return {
    ...kind,
    ...(!follows && { fields: Object.fromEntries(own.map((name) => [name, 0])) }),
    ...(declared && { declared: plainDeclaration(declared) }),
    ...(kind.list && { list: plainList(kind.list) }),
    described: kind.described.map((field) =>
      isWritten ? (field.serverSet ? keptField : plainField)(field) : shownField(field),
    ),
  };
}

/**
 * The kinds as data, from which the console draws its pages. The model itself, with zod, is five times as large; the console loads it when
 * something has to be checked (`console/src/admin/browser/whole-model.ts`).
 */
export const plainKinds: Producer = {
  // The folder holds what people write.
  folders: [],
  produce: ({ kinds }) => {
    const shown = kinds.filter(({ internal, listedBy }) => !internal || listedBy);
    return [{ path: 'console/src/admin/kinds.json', content: `${JSON.stringify(shown.map(plainKind), null, 2)}\n` }];
  },
};
