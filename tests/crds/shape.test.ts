import { kinds } from '@doorwright/crds';
import type { StructuralSchema } from '@doorwright/crds/derive/structural.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { declaredKinds, nested, schemaOf } from './declared-kinds.ts';
import { guildDeclared, guildDeclaredAs } from './guild.ts';

const each = declaredKinds.map((kind) => [kind.kind, kind] as const);

/** The places of a definition that break a rule. */
const places = (root: StructuralSchema, breaks: (schema: StructuralSchema, path: string) => boolean) =>
  [...nested(root)].filter(([path, schema]) => breaks(schema, path)).map(([path]) => path);

const isUnbounded = (schema: StructuralSchema) => {
  if (schema.type === 'string') return !schema.maxLength && !schema.enum && schema.format !== 'date-time';
  if (schema.type === 'array') return !schema.maxItems;
  return schema.type === 'object' && !!schema.additionalProperties && !schema.maxProperties;
};

const own = ['.apiVersion', '.kind', '.metadata'];

/** Fields that are no secrets, and come from Secrets nevertheless, because that is where people keep them. */
const keptInSecrets: Record<string, string[]> = { Ldap: ['caCertificate'], Syncer: ['caCertificate'] };

describe.each(each)('The definition of %s', (_, kind) => {
  const schema = schemaOf(kind);
  const spec = schema.properties?.spec as StructuralSchema;

  it('bounds every text, list and map', () => {
    expect(places(schema, (each, path) => isUnbounded(each) && !own.includes(path))).toEqual([]);
  });

  it('has one typed place for every value', () => {
    expect(JSON.stringify(schema)).not.toContain('preserve-unknown-fields');
    const untyped = places(
      schema,
      (each, path) => each.type === 'object' && !each.properties && !each.additionalProperties && !own.includes(path),
    );
    expect(untyped).toEqual([]);
  });

  it('describes every member in sentences', () => {
    const isMember = (path: string) => /\.\w+$/.test(path) && path !== '.metadata';
    const wordless = places(schema, ({ description }, path) => isMember(path) && !/^\S.*\.$/s.test(description ?? ''));
    expect(wordless).toEqual([]);
  });

  it('has a merge strategy for every list', () => {
    const silent = places(schema, (each) => each.type === 'array' && !each['x-kubernetes-list-type']);
    expect(silent).toEqual([]);
  });

  it('has defaults for policies only', () => {
    expect(places(spec, ({ default: value }) => value !== undefined)).toEqual(
      expect.arrayContaining(['.managementPolicy', '.adoptionPolicy', '.deletionProtection']),
    );
    const others = places(spec, ({ default: value }, path) => value !== undefined && !/Policy$|Protection$/.test(path));
    expect(others).toEqual([]);
  });

  it('S12 contains no secret, only references to Secrets of its own namespace', () => {
    const secrets = fieldsOf(kind).flatMap(({ name, secret, serverSet, items = [] }) => [
      ...(secret && !serverSet ? [name] : []),
      ...items.filter((item) => item.secret).map((item) => `${name}.${item.name}`),
    ]);
    const kept = keptInSecrets[kind.kind] ?? [];
    expect(Object.keys(kind.declared.secrets ?? {}).sort()).toEqual([...secrets, ...kept].sort());
    for (const [path, reference] of Object.entries(kind.declared.secrets ?? {})) {
      const [field = '', member] = path.split('.');
      const { properties } = (member ? spec.properties?.[field]?.items : spec) ?? {};
      expect(reference).toMatch(/SecretRef$/);
      expect(properties).not.toHaveProperty(member ?? field);
      expect(Object.keys(properties?.[reference]?.properties ?? {})).toEqual(['name', 'key']);
    }
  });

  it('has every field of the model, as itself or as a reference, unless the declaration excludes it', () => {
    const { omits = [], references = {}, secrets = {} } = kind.declared;
    const names = fieldsOf(kind)
      .filter(
        ({ name, serverSet, computed }) => name in kind.fields && !serverSet && !computed && !omits.includes(name),
      )
      .map(({ name }) => references[name] ?? secrets[name] ?? name);
    expect(names.filter((name) => !spec.properties?.[name])).toEqual([]);
    expect(omits.filter((name) => !(name in kind.fields))).toEqual([]);
  });

  it('has a CEL rule for every refinement of zod', () => {
    const stated = JSON.stringify(schema);
    // Fields that the server sets cannot be declared.
    const written = fieldsOf(kind).filter(({ serverSet, computed }) => !serverSet && !computed);
    for (const message of written.flatMap(({ name }) => refinements(kind.schema.shape[name] as z.ZodType))) {
      const byShape = /^each \w+ can be used only once$|^at most \d+ entries$|^holds a value more than once$/;
      if (!byShape.test(message)) expect(stated).toContain(message);
    }
    if (kind.check) expect(kind.declared.constraints ?? []).not.toEqual([]);
  });
});

/** The messages of every refinement in a schema. This reads internals of zod, because its API does not show refinements. */
function refinements(schema: z.ZodType): string[] {
  const {
    checks = [],
    innerType,
    element,
    valueType,
  } = schema.def as unknown as {
    checks?: { _zod: { def: { check: string; error?: () => string } } }[];
    innerType?: z.ZodType;
    element?: z.ZodType;
    valueType?: z.ZodType;
  };
  const own = checks.filter(({ _zod }) => _zod.def.check === 'custom').map(({ _zod }) => String(_zod.def.error?.()));
  const { shape = {} } = schema as unknown as { shape?: Record<string, z.ZodType> };
  const inner = [innerType, element, valueType, ...Object.values(shape)].filter((each) => each !== undefined);
  return [...own, ...inner.flatMap(refinements)];
}

it('the kinds in allowedReferrers are those with a reference to the kind', () => {
  const byKind = (name: string) => declaredKinds.find((kind) => kind.kind === name);
  const referring = new Map<string, Set<string>>();
  for (const kind of declaredKinds) {
    // A weak reference needs no consent, because another one leads back. A field outside of specs needs none either, except for an
    // audience, where the organization consents.
    const { weak = [], omits = [] } = kind.declared as { weak?: readonly string[]; omits?: readonly string[] };
    const isAsked = (name: string) => !weak.includes(name) && (kind.audience || !omits.includes(name));
    const asked = fieldsOf(kind).filter(({ name }) => isAsked(name));
    for (const { refers } of asked.flatMap((field) => [field, ...(field.items ?? [])])) {
      const target = kinds.find(({ name }) => name === refers?.kind);
      if (target?.declared) referring.set(target.kind, (referring.get(target.kind) ?? new Set()).add(kind.kind));
    }
  }
  for (const [name, referrers] of referring) {
    const kind = byKind(name);
    if (!kind) throw new Error(`${name} is not declared`);
    const allowed =
      schemaOf(kind).properties?.spec?.properties?.allowedReferrers?.items?.properties?.kinds?.items?.enum;
    expect([name, allowed]).toEqual([name, [...referrers].sort()]);
  }
});

it.each([
  ['a secret', 'secrets', 'Guild.password is secret: declare the reference to a Secret for it'],
  ['another object', 'references', 'Guild.organization refers to the kind organization: declare the reference for it'],
] as const)('a declaration cannot forget that a field holds %s', (_, part, message) => {
  expect(() => schemaOf(guildDeclaredAs({ ...guildDeclared, [part]: {} }))).toThrow(message);
});
