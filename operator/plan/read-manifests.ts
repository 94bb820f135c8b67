import { kinds } from '@doorwright/crds';
import { type DeclaredKind, isDeclared } from '@doorwright/crds/derive/spec.ts';
import { validateManifest } from '../manifests/validate-manifest.ts';
import type { Declared } from '../reconcilers/core/resource.ts';
import { identityOf, type Place, type Problem, readManifests } from '../runtime/folder/folder-documents.ts';
import { isSecret, MadeSecrets, resolveSecret } from '../runtime/folder/folder-secrets.ts';
import { type KubernetesObject, nameOf, type Secret, storeKey } from '../runtime/kubernetes-object.ts';

export interface Written {
  kind: DeclaredKind;
  resource: Declared;
  place: Place;
}

/** The resources of a folder, with namespaces and Secrets. */
export interface Manifests {
  written: Written[];
  problems: Problem[];
  /** The value of a Secret's key; undefined if no file has it. */
  secret: (namespace: string, reference: { name: string; key: string }) => string | undefined;
  /** All secret values, for redaction. */
  secretValues: string[];
  labelsOf: (namespace: string) => Record<string, string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const decoded = (text: string) => Buffer.from(text, 'base64').toString();

export async function readFolder(
  path: string,
  { secretsDir, environment }: { secretsDir: string; environment: Environment },
): Promise<Manifests> {
  const { manifests, problems } = await readManifests(path, validateManifest);
  const made = new MadeSecrets(secretsDir);
  await made.load();
  const secrets = new Map(made.all().map((secret) => [storeKey(nameOf(secret)), secret]));
  for (const manifest of manifests.filter(({ object }) => isSecret(object)))
    secrets.set(identityOf(manifest.object).slice('Secret/'.length), resolveSecret(manifest, environment).secret);
  const labels = new Map(
    manifests.filter(({ object }) => object.kind === 'Namespace').map(({ object }) => [object.metadata.name, object]),
  );
  return {
    written: manifests.flatMap(({ object, place }) => {
      const kind = kinds.filter(isDeclared).find((each) => each.kind === object.kind);
      return kind ? [{ kind, resource: asResource(object), place }] : [];
    }),
    problems: [...problems, ...repeated(manifests)],
    secret: (namespace, { name, key }) => {
      const value = secrets.get(storeKey({ namespace, name }))?.data?.[key];
      return value && decoded(value);
    },
    secretValues: [...secrets.values()].flatMap(({ data = {} }: Secret) => Object.values(data).map(decoded)),
    labelsOf: (name) => ({ ...labels.get(name)?.metadata.labels, 'kubernetes.io/metadata.name': name }),
  };
}

/** The default of kubectl. */
function asResource(object: KubernetesObject): Declared {
  const { name, namespace = 'default' } = object.metadata;
  return { ...object, metadata: { ...object.metadata, name, namespace, uid: '', generation: 0 } } as Declared;
}

function repeated(manifests: readonly { object: KubernetesObject; place: Place }[]): Problem[] {
  const seen = new Map<string, Place>();
  return manifests.flatMap(({ object, place }) => {
    const id = identityOf(object);
    const first = seen.get(id);
    if (!first) seen.set(id, place);
    return first ? [{ ...place, message: `${id} is already written in ${first.file}:${first.line}` }] : [];
  });
}
