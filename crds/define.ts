import { z } from 'zod';
import type { Declaration } from './declare.ts';
import { computed, type FieldMeta, fieldMeta, instant, integer, type OnDelete } from './field.ts';
import type { Problem } from './problem.ts';

/** Who may do something. Each wider right includes the narrower ones; see api/core/authorize.ts for what they mean. */
export const rules = [
  'anyone',
  'signedIn',
  'member',
  'self',
  'administrator',
  'organizationAdmin',
  'globalAdmin',
] as const;
export type Rule = (typeof rules)[number];

export const verbs = ['list', 'get', 'add', 'update', 'delete'] as const;
export type Verb = (typeof verbs)[number];

/** The same rule for whatever is done to an object. */
export const everyVerb = (rule: Rule): Record<Verb, Rule> => ({
  list: rule,
  get: rule,
  add: rule,
  update: rule,
  delete: rule,
});

/** Which organization an object belongs to: itself, its owner, the one it names, or the platform (built-in). */
export type Tenant = 'itself' | 'owner' | 'organization' | 'platform';

export interface ListColumn {
  field: string;
  /** Offered as a search box of the column. */
  search?: true;
  /** Offered as a single-choice filter. */
  filter?: readonly string[];
  cell?: 'link' | 'image' | 'switch' | 'tags' | 'time' | 'date' | 'mail' | 'country' | 'size' | 'short' | 'audience';
}

export interface FormSection {
  title: string;
  fields: readonly string[];
}

export interface Definition<F extends z.ZodRawShape, D extends Declaration | undefined = Declaration | undefined> {
  kind: string;
  /** What people call one object, where that is not the kind's own name. */
  title?: string;
  plural?: string;
  about: string;
  owner: 'admin' | 'organization';
  tenant: Tenant;
  /** The field that, with owner, names an object. Most kinds are called by name, directories and records by id. */
  key?: 'name' | 'id';
  fields: F;
  /** Groups of fields whose values together are unique within the table; empty values do not count. */
  unique?: readonly (readonly string[])[];
  /** A unique field whose value no other object is ever given, also after the one that had it is gone or has another. */
  neverAgain?: string;
  /** Groups of fields by which objects are looked up, that need not be unique; the first is never looked up empty. */
  lookups?: readonly (readonly string[])[];
  /** Fields by which an owner's objects are found in whatever capitals they are written. */
  foundAlike?: readonly string[];
  /** The era's clients read this kind with POST as well as with GET. */
  readByPost?: true;
  /** Its objects are people: each has the rights of `self` over himself. */
  people?: true;
  /** Kept by the api for itself: on no list, behind no endpoint. */
  internal?: true;
  /**
   * Has so many objects that every column of its list needs an index of its own, for sorting and for searching; its pages
   * keep room, so that a row that changes in another column stays where all of these find it.
   */
  numerous?: true;
  /** Grows for ever and is kept in one partition a month. */
  partitioned?: true;
  /** Objects of the platform of this kind may be named by every organization. */
  shared?: true;
  /** Each object says which organizations may see, name and use it: the kind has the fields of options/audience.ts. */
  audience?: true;
  /** Names are paths, with slashes, as files have them. */
  pathNames?: true;
  /** What becomes of the objects when the organization that owns them is deleted; refuse unless stated. */
  ownerOnDelete?: OnDelete;
  /** Rules that span fields. Pure: what needs the database is a hook of the api. */
  check?: (object: z.output<z.ZodObject<Common & F>>) => readonly Problem[];
  /** The field that seals an object once it is filled: from then on only a global administrator changes or deletes it, and says why. */
  sealedBy?: string;
  /** Names that no caller may delete or rename. */
  builtIn?: readonly string[];
  access: Partial<Record<Verb, Rule>>;
  /** The fields that callers see who do not administer the object. Without it they see all but secrets. */
  publicFields?: readonly string[];
  /**
   * What the console's Add button sends, beside names with a random suffix (`{random}`). `{caller}` is the name of whoever adds, and
   * empty in an organization that is not theirs.
   */
  starts?: Record<string, unknown>;
  list?: { columns: readonly ListColumn[]; pageSize?: number };
  form?: readonly FormSection[];
  /** Makes the kind a custom resource. */
  declared?: D;
}

/**
 * A text of a form. The document of the api publishes `plain`, which every generator of clients and tests reads: no look-around, no classes
 * of signs by their property. It takes all that `strict` takes, and `strict` decides.
 */
const formedText = (max: number, { plain, strict, error }: { plain: RegExp; strict: RegExp; error: string }) =>
  z.string().min(1).max(max).regex(strict, { error }).meta({ pattern: plain.source });

const nameText = formedText(100, {
  plain: /^[^/\s]([^/]*[^/\s])?$/,
  // A slash would end the owner in `owner/name`; dots are steps in an address, which no page can have; white space at an end is never meant.
  // What nobody sees, such as a space of no width or a turn of the direction, would make two names look like one.
  strict: /^(?!\.{1,2}$)[^\s/\p{Cc}\p{DI}](?:[^/\p{Cc}\p{DI}\p{Zl}\p{Zp}]*[^\s/\p{Cc}\p{DI}])?$/u,
  error:
    'must not be one or two dots alone, nor hold a slash, a control or invisible character, or white space at an end',
});

const pathText = formedText(250, {
  plain: /\S$/,
  strict: /^[^\p{Cc}]*[^\s\p{Cc}]$/u,
  error: 'must not hold a control character or end in white space',
});

/** When an object was made, by what its kind calls that. */
export const creationTime = (title: string) =>
  instant().describe('When the object was made.').register(fieldMeta, { title, serverSet: true });

const common = {
  owner: nameText
    .describe('Whose the object is: `admin` for objects of the platform, else the name of an organization.')
    .register(fieldMeta, { title: 'Organization' }),
  name: nameText.describe('Name, unique for its owner.').register(fieldMeta, { title: 'Name' }),
  createdTime: creationTime('Created time'),
  version: integer('Version', {
    about: 'Counts the changes of the object. An update that carries it is refused when the object has changed since.',
    initial: 1,
  }),
};

/** What single reads of a kind that can be declared tell its administrators. */
const declaredFields = {
  origin: computed(
    'Origin',
    z.object({
      cluster: z.string(),
      namespace: z.string(),
      name: z.string(),
      resource: z.string().describe('The resource as people write it: applications.doorwright.dev shop/checkout.'),
    }),
    { about: 'The custom resource that declares the object, if one does.' },
  ),
  managedFields: computed('Managed fields', z.array(z.string()), {
    about: 'Fields that the custom resource sets and nobody else may change.',
  }),
};

/** The owner of what belongs to an organization names it, so that renaming and deleting organizations finds it. */
const ownerNaming = (onDelete: OnDelete) =>
  nameText.describe('Name of the organization that the object belongs to.').register(fieldMeta, {
    title: 'Organization',
    refers: { kind: 'organization', by: 'name', onDelete, ...(onDelete === 'keep' && { loose: true }) },
  });

const pathName = () =>
  pathText.describe('Path of the file, unique for its owner.').register(fieldMeta, { title: 'Name' });

type Common = typeof common;

/** Camel case to the words of a path: `VerificationCode` → `verification-code`. */
const words = (kind: string) => kind.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/**
 * A kind of object, stated once: types, validators, tables, routes, documents, custom resources, lists and editors
 * are all derived from what this returns.
 */
export function defineKind<F extends z.ZodRawShape, const D extends Declaration | undefined = undefined>(
  definition: Definition<F, D>,
) {
  const key = definition.key ?? 'name';
  const { owner, name: plainName, ...rest } = common;
  const shape = {
    owner: definition.owner === 'organization' ? ownerNaming(definition.ownerOnDelete ?? 'refuse') : owner,
    ...(key === 'name' && { name: definition.pathNames ? pathName() : plainName }),
    ...rest,
    ...definition.fields,
    ...(definition.declared && declaredFields),
  } as Common & F;
  const name = words(definition.kind);
  const title = definition.title ?? definition.kind;
  return {
    ...definition,
    key,
    name,
    plural: definition.plural ?? `${name}s`,
    title,
    titlePlural: `${title}s`,
    schema: z.object(shape),
  };
}

/** Any kind, for code that knows none. */
export type Kind = Omit<
  ReturnType<typeof defineKind<z.ZodRawShape, Declaration | undefined>>,
  'schema' | 'fields' | 'check'
> & {
  fields: z.ZodRawShape;
  check?: (object: Row) => readonly Problem[];
  schema: z.ZodObject<z.ZodRawShape>;
};

/** An object of a kind as the model's type alone knows it. */
export type Row = Record<string, unknown> & { owner: string; version: number; createdTime: string };

export { type FieldMeta, fieldMeta };
