import { z } from 'zod';
import type { Told } from './problem.ts';

/** The effect on a reference when its object is deleted. */
export type OnDelete = 'refuse' | 'cascade' | 'detach' | 'keep';

/**
 * A reference to another object. `by: 'id'` stores `owner/name`. `by: 'name'` stores the name; the owner is `admin` for kinds of the
 * platform, and otherwise the value of the sibling field `ownerField`.
 */
export interface Reference {
  kind: string;
  by: 'name' | 'id';
  ownerField?: string;
  onDelete: OnDelete;
  /** A field of the referenced object, and its required value. */
  having?: readonly [field: string, value: string];
  /** The object need not exist: history, or a value that only looks like a name. */
  loose?: true;
  /** The name of that time stays, also after the object gets another one. */
  keepsName?: true;
}

/** The control in the console, where the type of the field does not decide. An `address` is a URL or a bare host; `pem` is a certificate or key. */
export type Control =
  | 'textarea'
  | 'code'
  | 'pem'
  | 'html'
  | 'image'
  | 'color'
  | 'url'
  | 'address'
  | 'tags'
  | 'readonly'
  | 'password'
  | 'country';

/** A value that people should not choose by accident. */
export interface Danger {
  /** The value of the field, or an entry of its list. */
  when: string | boolean;
  /** The effect of the value, in sentences. */
  about: string;
  /** People lose something, so the editor asks before the change. */
  asks?: true;
}

export interface FieldMeta {
  title: string;
  /** masked: responses show `***`, and a request with `***` keeps the secret. hidden: responses never contain it. */
  secret?: 'masked' | 'hidden';
  /** A digest or a salt, stored without encryption; other secrets are sealed. */
  digest?: true;
  /**
   * Fields with the address that a secret is sent to. A change of one requires the secret again; otherwise an administrator could send it
   * to their own server.
   */
  sentTo?: readonly string[];
  refers?: Reference;
  /** Only the server sets the field; the api ignores it in requests. */
  serverSet?: true;
  /** In responses only, without a column. */
  computed?: true;
  /** The database gives each new row the next number. */
  counted?: true;
  /** Applications never get this field of a user, with any token. */
  untold?: true;
  /** The field proves an identity, or leads to such a proof. An administrator who signed in by a master password must not write it. */
  proves?: true;
  /**
   * The value that admits an account or program again after a block; `any` for every change. Others may know its password or secret, so an
   * administrator who signed in by a master password must not set it.
   */
  readmits?: boolean | 'any';
  /** The organization's account item that decides who may see and change this field of a user. */
  accountItem?: string;
  control?: Control;
  /** Values with far-reaching effects. Editors say what they do, and lists mark them. */
  dangers?: readonly Danger[];
  /**
   * Clients of Casdoor read and send the list as an object of texts: the first member of an entry is the key, the second the text. A list is taken too.
   */
  pairs?: true;
  /** The number may be sent as a text, as forms of Casdoor's clients do. */
  fromText?: true;
  /** The unit of the number in the editor, for example hours. */
  unit?: string;
}

/** The common options of all fields: first texts for people, then facts for code. */
export interface FieldWords extends Omit<FieldMeta, 'title'> {
  about: string;
}

export const fieldMeta = z.registry<FieldMeta>();

function field<S extends z.ZodType>(schema: S, title: string, { about, ...meta }: FieldWords): S {
  const described = schema.describe(about);
  fieldMeta.add(described, { title, ...meta });
  return described;
}

/** The limit of most texts in Casdoor 2022, and the default here. */
const usualLength = 100;

export const text = (
  title: string,
  { max = usualLength, initial = '', ...words }: FieldWords & { max?: number; initial?: string },
) => field(z.string().max(max).default(initial), title, words);

/** A color as six hexadecimal digits, or nothing. */
export const color = (title: string, words: FieldWords) =>
  field(
    z
      .string()
      .max(7)
      .regex(/^(#[0-9a-fA-F]{6})?$/, 'must be a color such as #0066cc')
      .default(''),
    title,
    words,
  );

/** A required text that must not be empty. */
export const requiredText = (title: string, { max = usualLength, ...words }: FieldWords & { max?: number }) =>
  field(z.string().min(1).max(max), title, words);

export const choice = <const V extends readonly [string, ...string[]]>(
  title: string,
  values: V,
  { initial, ...words }: FieldWords & { initial: V[number] },
) => field(z.enum(values).default(initial as never), title, words);

export const flag = (title: string, { initial = false, ...words }: FieldWords & { initial?: boolean }) =>
  field(z.boolean().default(initial), title, words);

export const integer = (
  title: string,
  {
    min = 0,
    max = 2_147_483_647,
    initial = 0,
    ...words
  }: FieldWords & { min?: number; max?: number; initial?: number },
) => field(z.int().min(min).max(max).default(initial), title, words);

/** A number that each entry must name. */
export const requiredInteger = (
  title: string,
  { min = 0, max, ...words }: FieldWords & { min?: number; max: number },
) => field(z.int().min(min).max(max), title, words);

/** A sequence number from the database. */
export const count = (title: string, words: FieldWords) =>
  field(z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0), title, { ...words, counted: true, serverSet: true });

export const decimal = (
  title: string,
  { min = 0, max = 1e12, initial = 0, ...words }: FieldWords & { min?: number; max?: number; initial?: number },
) => field(z.number().min(min).max(max).default(initial), title, words);

const oldest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');
const unusual = /[+-](1[6-9]|2\d):\d\d$/;

/** A time as an ISO string, within the years and offsets that Postgres supports. */
export const instant = () =>
  z.iso.datetime({ offset: true }).refine(
    (text) => {
      const time = Date.parse(text);
      return Number.isNaN(time) || (oldest <= time && time <= latest && !unusual.test(text));
    },
    { error: 'must be a moment', params: { code: 'not-moment' } satisfies Told },
  );

/** A time as an ISO string, or empty if there is none yet. */
export const moment = (title: string, words: FieldWords) =>
  field(z.union([z.literal(''), instant()]).default(''), title, words);

interface ListLimits<S extends z.ZodType> {
  max?: number;
  initial?: z.output<S>[];
  /** A field of the entries in which no two may be equal. */
  distinctBy?: string;
}

export const list = <S extends z.ZodType>(
  title: string,
  item: S,
  { max = 100, initial = [], distinctBy, ...words }: FieldWords & ListLimits<S>,
) => {
  const entries = z.array(item).max(max);
  const distinct = distinctBy
    ? entries
        .refine(isDistinct(distinctBy), {
          error: `each ${distinctBy} can be used only once`,
          params: { code: 'not-distinct', params: { member: distinctBy } } satisfies Told,
        })
        .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [distinctBy] })
    : entries;
  return field(distinct.default(initial as never), title, words);
};

const isDistinct = (member: string) => (entries: unknown[]) =>
  new Set(entries.map((entry) => (entry as Record<string, unknown>)[member])).size === entries.length;

/** A list of names or ids of other objects. */
export const references = (
  title: string,
  { max = 10_000, ...words }: FieldWords & { refers: Reference; max?: number },
) => field(z.array(z.string().min(1).max(201)).max(max).default([]), title, words);

export const map = (
  title: string,
  { max = 100, maxValue = 2000, ...words }: FieldWords & { max?: number; maxValue?: number },
) =>
  field(
    z
      .record(z.string().max(usualLength), z.string().max(maxValue))
      .refine((entries) => Object.keys(entries).length <= max, {
        error: `at most ${max} entries`,
        params: { code: 'too-many-entries', params: { max } } satisfies Told,
      })
      .meta({ maxProperties: max })
      .default({}),
    title,
    words,
  );

/** A value of free shape that only responses contain. The api computes it on reads. */
export const computed = <S extends z.ZodType>(title: string, schema: S, words: FieldWords) =>
  field(schema.nullable().default(null as never), title, { ...words, computed: true, serverSet: true });
