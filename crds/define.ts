import { z } from 'zod';
import type { Declaration } from './declare.ts';
import { computed, type FieldMeta, fieldMeta, instant, integer, type OnDelete } from './field.ts';
import type { ListDefinition } from './list-definition.ts';
import type { Problem } from './problem.ts';
import type { FieldDescription } from './schema/fields.ts';
import { describeProperties, emit } from './schema/schema.ts';

/** Rights for an action. Each wider right includes the narrower ones; api/core/authorize.ts defines them. */
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

/** One right for all actions. */
export const everyVerb = (rule: Rule): Record<Verb, Rule> => ({
  list: rule,
  get: rule,
  add: rule,
  update: rule,
  delete: rule,
});

/** The organization of an object: the object itself, its owner, the one that it names, or the platform (built-in). */
export type Tenant = 'itself' | 'owner' | 'organization' | 'platform';

/** A group of fields in the editor. */
export interface FormSection {
  /** The tab of the editor. A kind names one for each section, or for none: then its editor is a single page. */
  tab?: string;
  title: string;
  /** None for a tab whose content is a special part of the console. */
  fields: readonly string[];
  /** Few people need the fields, so the editor folds them. */
  rare?: true;
}

export interface Definition<F extends z.ZodRawShape, D extends Declaration | undefined = Declaration | undefined> {
  kind: string;
  /** The word for one object, where it differs from the kind's name. */
  title?: string;
  plural?: string;
  about: string;
  owner: 'admin' | 'organization';
  tenant: Tenant;
  /** The field that identifies an object together with its owner: `name` for most kinds, `id` for directories and records. */
  key?: 'name' | 'id';
  fields: F;
  /** Groups of fields whose values together are unique within the table; empty values do not count. */
  unique?: readonly (readonly string[])[];
  /** A unique field whose values are never used again, even after the object is deleted or has another value. */
  neverAgain?: string;
  /** The moment of the last change of any of these fields. The database sets it, so no way of writing avoids it. */
  lastChange?: { field: string; of: readonly string[] };
  /** Groups of fields with an index for lookups. They need not be unique. Lookups never use an empty first field. */
  lookups?: readonly (readonly string[])[];
  /** Fields whose lookups within an owner ignore upper and lower case. */
  foundAlike?: readonly string[];
  /** Clients of Casdoor 2022 read this kind with POST as well as with GET. */
  readByPost?: true;
  /** Answers of additions and changes hold the stored object, as those of Casdoor 2022. For other kinds a client asks for it. */
  answersStored?: true;
  /** The objects are users. Each user has the rights of `self` over their own object. */
  people?: true;
  /** Internal to the api: no list and no endpoint, except for `listedBy`. */
  internal?: true;
  /** The endpoint that lists the objects of an internal kind. The console draws the list, and the api has the endpoint by hand. */
  listedBy?: string;
  /** The field that people know an object by, where the key says nothing. */
  label?: string;
  /**
   * The kind has very many objects, so every column of its list has indexes for sorting and searching. Database pages keep free space:
   * updates of other columns then leave the indexes unchanged.
   */
  numerous?: true;
  /** The api caches facts about the objects, so a change invalidates these caches on all replicas. Kinds that can be declared do this too. */
  cached?: true;
  /** The table grows without end. Each month has a partition. */
  partitioned?: true;
  /** Every organization may refer to the platform's objects of this kind. */
  shared?: true;
  /** Each object names the organizations that may see and use it, in the fields of options/audience.ts. */
  audience?: true;
  /** Names are paths of files, with slashes. */
  pathNames?: true;
  /** The fate of the objects when their organization is deleted; `refuse` is the default. */
  ownerOnDelete?: OnDelete;
  /** The fields with the address of a secret, where the object decides which these are. It stands in for `sentTo` of the field. */
  sentTo?: Readonly<Record<string, (object: Record<string, unknown>) => readonly string[]>>;
  /** More words of the kind, beside those of its fields and sections. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Rules over several fields, as a pure function. Rules that need the database are hooks of the api. */
  check?: (object: z.output<z.ZodObject<Common & F>>) => readonly Problem[];
  /**
   * Every field of an object that exists leads to proofs of identities, so an administrator who signed in by a master password must not
   * change it.
   */
  readmits?: true;
  /** Once this field has a value, only a global administrator may change or delete the object, and must give a reason. */
  sealedBy?: string;
  /** Fields that only global administrators change. */
  reserved?: readonly string[];
  /** Names that no caller may delete or rename. */
  builtIn?: readonly string[];
  access: Partial<Record<Verb, Rule>>;
  /** The fields that callers without administration rights see. By default these are all but the secrets. */
  publicFields?: readonly string[];
  /**
   * Values of the form of a new object, beside the defaults of its fields. `{random}` is a random suffix for names. `{caller}` is the
   * caller's name, and empty in other organizations than their own.
   */
  starts?: Record<string, unknown>;
  /** Those of `starts` that name objects of the organization built-in. In the form of another organization they are empty. */
  startsOfPlatform?: readonly string[];
  list?: ListDefinition;
  form?: readonly FormSection[];
  /** Fields without a place in the form, which people could set: another part of a page shows them, or only programs use them. */
  formless?: readonly string[];
  /** The field whose value the editor shows beside the title, as the state of the object. */
  state?: string;
  /** Makes the kind a custom resource. */
  declared?: D;
}

/**
 * A format of texts. `strict` decides. The OpenAPI document publishes `plain`, which all generators of clients and tests can read: without
 * look-around and Unicode classes. `plain` accepts everything that `strict` accepts.
 */
const formedText = (max: number, { plain, strict, error }: { plain: RegExp; strict: RegExp; error: string }) =>
  z.string().min(1).max(max).regex(strict, { error }).meta({ pattern: plain.source });

const nameText = formedText(100, {
  plain: /^[^/\s]([^/]*[^/\s])?$/,
  // A slash would end the owner in `owner/name`, dots alone are steps in a URL, and white space at the ends is a mistake. Invisible
  // characters, such as a zero-width space, would make two names look the same.
  strict: /^(?!\.{1,2}$)[^\s/\p{Cc}\p{DI}](?:[^/\p{Cc}\p{DI}\p{Zl}\p{Zp}]*[^\s/\p{Cc}\p{DI}])?$/u,
  error:
    'must not contain slashes, control characters or invisible characters, begin or end with white space, or be one or two dots',
});

const pathText = formedText(250, {
  plain: /\S$/,
  strict: /^[^\p{Cc}]*[^\s\p{Cc}]$/u,
  error: 'must not contain control characters or end with white space',
});

/** The time when an object was created, by the field name of its kind. */
export const creationTime = (title: string) =>
  instant().describe('Time when the object was created.').register(fieldMeta, { title, serverSet: true });

const common = {
  owner: nameText
    .describe('Owner of the object: `admin` for objects of the platform, otherwise the name of an organization.')
    .register(fieldMeta, { title: 'Organization' }),
  name: nameText.describe('Name, unique within its owner.').register(fieldMeta, { title: 'Name' }),
  createdTime: creationTime('Created time'),
  version: integer('Version', {
    about: 'Number of changes to the object. An update that contains an old version is refused.',
    initial: 1,
  }),
};

/** Fields for administrators in single reads of kinds that can be declared. */
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
    about: 'Fields that the custom resource sets. They cannot be changed elsewhere.',
  }),
};

/** The owner of an organization's objects refers to the organization, so renaming and deleting it finds them. */
const ownerNaming = (onDelete: OnDelete) =>
  nameText.describe('Organization that owns the object.').register(fieldMeta, {
    title: 'Organization',
    refers: { kind: 'organization', by: 'name', onDelete, ...(onDelete === 'keep' && { loose: true }) },
  });

const pathName = () =>
  pathText.describe('Path of the file, unique within its owner.').register(fieldMeta, { title: 'Name' });

type Common = typeof common;

/** Camel case to the words of a path: `VerificationCode` → `verification-code`. */
const words = (kind: string) => kind.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/**
 * Defines a kind of object once. Types, validators, tables, routes, documents, custom resources, lists and editors are derived from the
 * result.
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
  const schema = z.object(shape);
  let described: readonly FieldDescription[] | undefined;
  return {
    ...definition,
    key,
    name,
    plural: definition.plural ?? `${name}s`,
    title,
    titlePlural: `${title}s`,
    schema,
    /** Whether the kind has rules over several fields. */
    isChecked: definition.check !== undefined,
    /** The fields as plain data, which programs without zod can have too. */
    get described(): readonly FieldDescription[] {
      described ??= describeProperties(emit(schema));
      return described;
    },
  };
}

/** Any kind, for generic code. */
export type Kind = Omit<
  ReturnType<typeof defineKind<z.ZodRawShape, Declaration | undefined>>,
  'schema' | 'fields' | 'check'
> & {
  fields: z.ZodRawShape;
  check?: (object: Row) => readonly Problem[];
  schema: z.ZodObject<z.ZodRawShape>;
};

/** The type of a kind's objects. */
export type Row = Record<string, unknown> & { owner: string; version: number; createdTime: string };

export { type FieldMeta, fieldMeta };
