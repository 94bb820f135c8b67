import { resourceSchema } from '@doorwright/crds/derive/custom-resource.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, clusterHookTimeout } from '../harness/cluster.ts';
import { clusterWithDefinitions, manifest, refusal, succeed } from './cluster.ts';
import { type Case, cases } from './constraint-cases.ts';
import { declaredKinds, nested, schemaOf } from './declared-kinds.ts';

const titled = cases.map((each): [string, Case] => [`${each.kind}: ${each.message}`, each]);

describe('What the API server lets into the cluster', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await clusterWithDefinitions();
  }, clusterHookTimeout);

  afterAll(() => cluster?.stop());

  it.each(titled)('%s', async (_, { kind, accepted, refused, message, change, name = 'example' }) => {
    const without = change ? [] : ['--dry-run=server'];
    expect(await refusal(cluster, manifest(kind, accepted, name), without)).toBe('');
    const said = await refusal(cluster, manifest(kind, refused, name), without);
    expect(said).toContain(message);
    // Every rule says where.
    expect(said).not.toContain('<nil>');
    if (change) await succeed(cluster, ['delete', kind, name, '-n', 'default']);
  });
});

describe('What a folder of manifests lets in', () => {
  const judged = titled.filter(([, { change }]) => !change);

  it.each(judged)('%s', (_, { kind, accepted, refused, message, name }) => {
    const declared = declaredKinds.find((each) => each.kind === kind);
    if (!declared) throw new Error(`${kind} is not declared`);
    const schema = resourceSchema(declared);
    expect(schema.safeParse(manifest(kind, accepted, name)).error?.issues ?? []).toEqual([]);
    const messages = schema.safeParse(manifest(kind, refused, name)).error?.issues.map((issue) => issue.message);
    expect(messages).toContain(message);
  });
});

describe('The table of constraints', () => {
  it.each(declaredKinds.map((kind) => [kind.kind, kind] as const))('holds every rule of %s', (name, kind) => {
    const rules = [...nested(schemaOf(kind))].flatMap(
      ([, schema]) => (schema['x-kubernetes-validations'] ?? []) as { message: string }[],
    );
    const tried = new Set(cases.filter((each) => each.kind === name).map((each) => each.message));
    expect(rules.map(({ message }) => message).filter((message) => !tried.has(message))).toEqual([]);
  });
});
