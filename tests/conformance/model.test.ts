import { kinds } from '@doorwright/crds';
import { shownColumns } from '@doorwright/crds/derive/list.ts';
import { pathText, referencesOf, secretsOf } from '@doorwright/crds/derive/paths.ts';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { describe, expect, test } from 'vitest';
import { firstChoices, specifiedChoices, specifiedColumns, specifiedFields, specifiedMembers } from './spec-fields.ts';

const named = new Map(kinds.map((kind) => [kind.name, kind]));
const met = kinds.filter((kind) => !kind.internal);

const fieldAt = (path: string): FieldDescription | undefined => {
  const [kind = '', field] = path.split('.');
  return fieldsOf(named.get(kind) ?? { described: [] }).find(({ name }) => name === field);
};

/** Further kinds that programs of Casdoor 2022 manage. */
const alsoManaged = ['adapter', 'enforcer', 'group', 'plan', 'pricing', 'subscription'];

/** Masked secrets (`***`) in lists, because they are columns of the specification. */
const maskedColumns = new Set(['organization.passwordSalt', 'syncer.password', 'token.code', 'token.accessToken']);

const object = ({ name, starts = {} }: Pick<(typeof kinds)[number], 'name' | 'starts'>, suffix = 'a1b2c3') => ({
  owner: 'admin',
  name: suffix,
  ...(fieldAt(`${name}.id`)?.type === 'string' && { id: suffix }),
  createdTime: '2026-01-01T00:00:00Z',
  ...(JSON.parse(JSON.stringify(starts).replaceAll('{random}', suffix)) as object),
});

describe('The specification', () => {
  test('has a kind for each of its entities, and for those that its programs manage', () => {
    const entities = [...specifiedFields.map(([kind]) => kind), ...alsoManaged];
    expect(met.map((kind) => kind.name).sort()).toEqual(entities.sort());
  });

  test.each(specifiedFields)('finds each of its fields in %s', (kind, names) => {
    const fields = new Set(fieldsOf(named.get(kind) as never).map((field) => field.name));
    expect(names.filter((name) => !fields.has(name))).toEqual([]);
  });

  test.each(specifiedColumns)('finds its columns in the list of %s, in its order', (kind, names) => {
    const columns = (named.get(kind)?.list?.columns ?? []).map(({ field }) => field);
    expect(columns.filter((field) => names.includes(field))).toEqual(names);
  });

  test.each(specifiedMembers)('finds each of its members in the entries of %s', (path, names) => {
    expect(fieldAt(path)?.items?.map((item) => item.name)).toEqual(names);
  });

  test.each(Object.entries(specifiedChoices))('finds its choices in %s', (path, choices) => {
    expect(fieldAt(path)?.schema.enum).toEqual(choices);
  });

  test.each(Object.entries(firstChoices))('begins the choices in %s', (path, choices) => {
    expect(fieldAt(path)?.schema.enum?.slice(0, choices.length)).toEqual(choices);
  });
});

describe.each(kinds.map((kind) => [kind.name, kind] as const))('The model of %s', (_, kind) => {
  const fields = fieldsOf(kind);
  const names = new Set(fields.map((field) => field.name));
  const unknown = (of: readonly string[]) => of.filter((name) => !names.has(name));
  const secrets = new Set(secretsOf(kind).map((path) => path.field));

  test('describes each field in a sentence', () => {
    // A sentence may begin with a name in code, such as metadata.name.
    const wordless = fields.filter(({ about, title }) => !title.trim() || !/^([A-Z]|\w+\.\w).*\.$/s.test(about));
    expect(wordless.map(({ name, about }) => `${name}: ${about}`)).toEqual([]);
    expect(kind.about).toMatch(/^[A-Z].*\.$/s);
  });

  test('refers to existing kinds, and to a field with the owner if a name alone is ambiguous', () => {
    const broken = referencesOf(kind).filter(({ refers }) => {
      const target = named.get(refers.kind);
      const needsOwner = refers.by === 'name' && target?.owner === 'organization';
      return !target || (needsOwner && !names.has(refers.ownerField ?? 'owner'));
    });
    expect(broken.map(pathText)).toEqual([]);
  });

  test('accepts its own defaults', () => {
    const parsed = kind.schema.parse({ owner: 'admin', name: 'x', createdTime: '2026-01-01T00:00:00Z' });
    expect(kind.schema.parse(parsed)).toEqual(parsed);
    expect(kind.check?.(parsed as never) ?? []).toEqual([]);
  });

  test('accepts what the Add button sends', () => {
    expect(unknown(Object.keys(kind.starts ?? {}))).toEqual([]);
    const parsed = kind.schema.safeParse(object(kind));
    expect(parsed.error?.issues ?? []).toEqual([]);
    expect(kind.check?.(parsed.data as never) ?? []).toEqual([]);
  });

  test('bounds every text, list and map', () => {
    const unbounded = fields.filter(({ schema, type, computed }) => {
      if (computed || schema.enum || type === 'moment') return false;
      if (type === 'string') return schema.maxLength === undefined;
      if (type === 'array') return schema.maxItems === undefined;
      return type === 'object' && schema.maxProperties === undefined;
    });
    expect(unbounded.map((field) => field.name)).toEqual([]);
  });

  test('shows, sorts and publishes only existing fields', () => {
    expect(unknown((kind.list?.columns ?? []).map((column) => column.field))).toEqual([]);
    expect(unknown(kind.publicFields ?? [])).toEqual([]);
    expect(unknown((kind.unique ?? []).flat())).toEqual([]);
  });

  test('starts its list with at most five columns, none of them a secret, a picture or a flag', () => {
    const shown = shownColumns(kind);
    const columns = kind.list?.columns ?? [];
    expect(shown.length).toBeLessThanOrEqual(5);
    expect(shown.filter((name) => secrets.has(name))).toEqual([]);
    expect(shown.filter((name) => !columns.some(({ field, cell }) => field === name && cell !== 'image'))).toEqual([]);
    const flags = fields.filter(({ type }) => type === 'boolean').map(({ name }) => name);
    expect(shown.filter((name) => flags.includes(name))).toEqual([]);
    // The link to the editor is the first column.
    if (kind.form && kind.list && kind.key === 'name') expect(shown[0]).toBe('name');
  });

  test('hides its secrets from the public, searches and lists', () => {
    expect((kind.publicFields ?? []).filter((name) => secrets.has(name))).toEqual([]);
    const columns = (kind.list?.columns ?? []).filter((column) => secrets.has(column.field));
    expect(columns.filter((column) => column.search || column.filter)).toEqual([]);
    expect(columns.filter((column) => !maskedColumns.has(`${kind.name}.${column.field}`))).toEqual([]);
  });

  test('filters a column by its possible values', () => {
    const filters = (kind.list?.columns ?? []).flatMap(({ field, filter }) =>
      filter ? [[field, filter] as const] : [],
    );
    const impossible = filters.filter(([field, values]) => {
      const choices = fields.find(({ name }) => name === field)?.schema.enum;
      return choices && values.some((value) => !choices.includes(value));
    });
    expect(impossible.map(([field]) => field)).toEqual([]);
  });

  test('warns about possible values in sentences, and starts declared objects with possible values', () => {
    const warnings = fields.flatMap((field) => (field.dangers ?? []).map((danger) => ({ ...field, ...danger })));
    const wrong = warnings.filter(({ type, schema, when, about }) => {
      const choices = schema.enum ?? schema.items?.enum;
      const isPossible = type === 'boolean' ? typeof when === 'boolean' : choices?.includes(String(when));
      return !isPossible || !/^[A-Z].*\.$/s.test(about);
    });
    expect(wrong.map(({ name, when }) => `${name}: ${when}`)).toEqual([]);
    const starts = kind.declared?.starts ?? {};
    expect(unknown(Object.keys(starts))).toEqual([]);
    expect(kind.schema.partial().safeParse(starts).success).toBe(true);
  });
});

test('a public kind has permissions, and an internal one has none without an endpoint that lists it', () => {
  const silent = met.filter((kind) => !kind.access.list || !kind.access.get);
  const open = kinds.filter(
    (kind) => kind.internal && !kind.listedBy && (Object.keys(kind.access).length > 0 || kind.list || kind.form),
  );
  expect({ silent, open }).toEqual({ silent: [], open: [] });
});
