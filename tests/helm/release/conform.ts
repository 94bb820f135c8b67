import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseAllDocuments } from 'yaml';
import type { Cluster } from '../../harness/cluster/cluster.ts';
import { ensurePrograms } from '../../harness/control-plane/build.ts';
import { eventually, kubeConfig } from '../../operator/world/cluster-world.ts';
import { Rest } from '../../operator/world/rest.ts';

interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  'x-kubernetes-group-version-kind'?: { kind: string }[];
  'x-kubernetes-preserve-unknown-fields'?: boolean;
}

interface OpenApi {
  components: { schemas: Record<string, Schema> };
}

/** Fields outside of the schema are errors, because the server would drop them silently. */
function strict(schema: Schema): Schema {
  const { properties, additionalProperties, items } = schema;
  const isOpen = !properties || additionalProperties !== undefined || schema['x-kubernetes-preserve-unknown-fields'];
  return {
    ...schema,
    ...(properties && { properties: strictAll(properties) }),
    ...(items && { items: strict(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: strict(additionalProperties) }),
    ...(!isOpen && { additionalProperties: false }),
  };
}

const strictAll = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, strict(schema)]));

/** Writes a schema file for every kind of this version, from the OpenAPI document of the cluster. */
async function writeSchemas(rest: Rest, apiVersion: string, dir: string): Promise<void> {
  const path = `/openapi/v3/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`;
  let document: OpenApi | undefined;
  // The schema of a new definition is published a moment after its objects are served.
  await eventually(async () => {
    document = await rest.json<OpenApi>({ method: 'GET', path }).catch(() => undefined);
    return document !== undefined;
  });
  const components = { schemas: strictAll(document?.components.schemas ?? {}) };
  for (const [name, schema] of Object.entries(components.schemas)) {
    const [of, another] = schema['x-kubernetes-group-version-kind'] ?? [];
    // Kinds of every group, such as DeleteOptions, cannot be applied.
    if (!of || another) continue;
    const file = `${apiVersion.replace('/', '-')}-${of.kind.toLowerCase()}.json`;
    await writeFile(join(dir, file), JSON.stringify({ $ref: `#/components/schemas/${name}`, components }));
  }
}

/** The output of kubeconform for manifests, with the schemas of this cluster. */
export async function nonconformities(cluster: Cluster, manifests: string): Promise<string> {
  const { kubeconform } = await ensurePrograms('kubeconform');
  const rest = new Rest(kubeConfig(cluster));
  const dir = await mkdtemp(join(tmpdir(), 'doorwright-schemas-'));
  try {
    const versions = parseAllDocuments(manifests).map((each) => each.get('apiVersion') as string | undefined);
    for (const version of new Set(versions)) if (version) await writeSchemas(rest, version, dir);
    const pattern =
      '{{if ne .Group .ResourceAPIVersion}}{{.Group}}-{{end}}{{.ResourceAPIVersion}}-{{.ResourceKind}}.json';
    const child = spawn(kubeconform, ['-strict', '-summary', '-schema-location', join(dir, pattern)]);
    child.stdin.end(manifests);
    return (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  } finally {
    rest.close();
    await rm(dir, { recursive: true });
  }
}
