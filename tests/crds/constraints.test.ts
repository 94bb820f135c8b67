import { resourceSchema } from '@doorwright/crds/derive/custom-resource.ts';
import { resourceOf } from '@doorwright/operator/reconcilers/core/resource.ts';
import { KubernetesError } from '@doorwright/operator/runtime/kubernetes-error.ts';
import { collectionPath } from '@doorwright/operator/runtime/resource.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, clusterHookTimeout } from '../harness/cluster/cluster.ts';
import { kubeConfig } from '../operator/world/cluster-world.ts';
import { Rest } from '../operator/world/rest.ts';
import { keptCluster, type Manifest, manifest, refusal, succeed } from './cluster.ts';
import type { Case } from './constraint-case.ts';
import { cases } from './constraint-cases.ts';
import { declaredKinds, nested, schemaOf } from './declared-kinds.ts';

const titled = cases.map((each): [string, Case] => [`${each.kind}: ${each.message}`, each]);

function declared(kind: string) {
  const found = declaredKinds.find((each) => each.kind === kind);
  if (!found) throw new Error(`${kind} is not declared`);
  return found;
}

describe('the API server accepts and refuses', () => {
  let cluster: Cluster;
  let rest: Rest;

  beforeAll(async () => {
    cluster = await keptCluster();
    rest = new Rest(kubeConfig(cluster));
  }, clusterHookTimeout);

  afterAll(async () => {
    rest?.close();
    await cluster?.stop();
  });

  /** The error for a new object in a dry run, or an empty text if it would be accepted. */
  async function objection(object: Manifest): Promise<string> {
    const path = collectionPath(resourceOf(declared(object.kind)), object.metadata.namespace);
    const query = { dryRun: 'All', fieldValidation: 'Strict' };
    try {
      await rest.json({ method: 'POST', path, query, body: object });
      return '';
    } catch (error) {
      if (error instanceof KubernetesError) return error.message;
      throw error;
    }
  }

  it.each(titled)('%s', async (_, { kind, accepted, refused, message, change, name = 'example' }) => {
    const ask = change ? (object: Manifest) => refusal(cluster, object) : objection;
    expect(await ask(manifest(kind, accepted, name))).toBe('');
    const said = await ask(manifest(kind, refused, name));
    expect(said).toContain(message);
    // Every rule names the place.
    expect(said).not.toContain('<nil>');
    if (change) await succeed(cluster, ['delete', kind, name, '-n', 'default']);
  });
});

describe('a folder of manifests accepts and refuses', () => {
  const judged = titled.filter(([, { change }]) => !change);

  it.each(judged)('%s', (_, { kind, accepted, refused, message, name }) => {
    const schema = resourceSchema(declared(kind));
    expect(schema.safeParse(manifest(kind, accepted, name)).error?.issues ?? []).toEqual([]);
    const messages = schema.safeParse(manifest(kind, refused, name)).error?.issues.map((issue) => issue.message);
    expect(messages).toContain(message);
  });
});

describe('the table of constraints', () => {
  it.each(declaredKinds.map((kind) => [kind.kind, kind] as const))('holds every rule of %s', (name, kind) => {
    const rules = [...nested(schemaOf(kind))].flatMap(
      ([, schema]) => (schema['x-kubernetes-validations'] ?? []) as { message: string }[],
    );
    const tried = new Set(cases.filter((each) => each.kind === name).map((each) => each.message));
    expect(rules.map(({ message }) => message).filter((message) => !tried.has(message))).toEqual([]);
  });
});
