import { chmodSync, chownSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { succeed } from '../../crds/cluster.ts';
import type { Cluster } from '../../harness/cluster/cluster.ts';

interface Item {
  key: string;
  path: string;
}

interface Source {
  serviceAccountToken?: { path: string; audience?: string; expirationSeconds: number };
  configMap?: { name: string; items: Item[] };
  downwardAPI?: { items: { path: string; fieldRef: { fieldPath: string } }[] };
}

export interface Volume {
  name: string;
  emptyDir?: object;
  secret?: { secretName: string; items?: Item[] };
  projected?: { sources: Source[] };
}

export interface Owner {
  cluster: Cluster;
  namespace: string;
  serviceAccount: string;
  group: number;
}

async function dataOf(owner: Owner, kind: string, name: string): Promise<Record<string, string>> {
  const found = await succeed(owner.cluster, ['get', kind, name, '-n', owner.namespace, '-o', 'json']);
  return (JSON.parse(found) as { data?: Record<string, string> }).data ?? {};
}

const decoded = (text = '') => Buffer.from(text, 'base64').toString();

export async function secretData(
  owner: Pick<Owner, 'cluster' | 'namespace'>,
  name: string,
): Promise<Record<string, string>> {
  const data = await dataOf(owner as Owner, 'secret', name);
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, decoded(value)]));
}

async function filesOfSource(owner: Owner, { serviceAccountToken, configMap, downwardAPI }: Source) {
  const files: Record<string, string> = {};
  if (serviceAccountToken) {
    const { audience, expirationSeconds, path } = serviceAccountToken;
    const args = ['create', 'token', owner.serviceAccount, '-n', owner.namespace, `--duration=${expirationSeconds}s`];
    files[path] = (await succeed(owner.cluster, [...args, ...(audience ? [`--audience=${audience}`] : [])])).trim();
  }
  if (configMap) {
    const data = await dataOf(owner, 'configmap', configMap.name);
    for (const { key, path } of configMap.items) files[path] = data[key] ?? '';
  }
  for (const { path, fieldRef } of downwardAPI?.items ?? []) {
    if (fieldRef.fieldPath !== 'metadata.namespace') throw new Error(`Nobody here knows ${fieldRef.fieldPath}`);
    files[path] = owner.namespace;
  }
  return files;
}

async function filesOf(owner: Owner, { name, secret, projected }: Volume): Promise<Record<string, string>> {
  if (secret) {
    const data = await secretData(owner, secret.secretName);
    const items = secret.items ?? Object.keys(data).map((key) => ({ key, path: key }));
    return Object.fromEntries(items.map(({ key, path }) => [path, data[key] ?? '']));
  }
  if (!projected) throw new Error(`Nobody here makes the volume ${name}`);
  return Object.assign({}, ...(await Promise.all(projected.sources.map((source) => filesOfSource(owner, source)))));
}

function write(folder: string, files: Record<string, string>, group: number): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, content, { mode: 0o440 });
    chownSync(`${file}.new`, 0, group);
    renameSync(`${file}.new`, file);
  }
}

/** Makes a volume of a pod, as the kubelet does. The function that it returns makes its tokens again. */
export async function makeVolume(folder: string, owner: Owner, volume: Volume): Promise<() => Promise<void>> {
  mkdirSync(folder);
  makeWritable(folder, owner.group, Boolean(volume.emptyDir));
  if (volume.emptyDir) return async () => {};
  const fill = async () => write(folder, await filesOf(owner, volume), owner.group);
  await fill();
  return volume.projected ? fill : async () => {};
}

/** The kubelet gives volumes to the group of the pod. */
export function makeWritable(folder: string, group: number, isWritable = true): void {
  mkdirSync(folder, { recursive: true });
  chownSync(folder, 0, group);
  chmodSync(folder, isWritable ? 0o2777 : 0o2750);
}
