import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type KubernetesObject, nameOf, type ObjectName, type Secret, storeKey } from '../kubernetes-object.ts';
import type { Manifest, Problem } from './folder-documents.ts';

type Environment = Record<string, string | undefined>;

const fromEnvironment = /^\$\{([A-Z_][A-Z0-9_]*)\}$/;

/**
 * A Secret manifest as the API server would store it. `${NAME}` comes from the environment, so that folders can be committed. An
 * unset name omits the key, which leads to SecretKeyMissing.
 */
export function resolveSecret(
  { object, place }: Manifest,
  environment: Environment,
): { secret: Secret; problems: Problem[] } {
  const { stringData = {}, ...secret } = object as Secret & { stringData?: Record<string, unknown> };
  const data: Record<string, string> = { ...secret.data };
  const problems: Problem[] = [];
  for (const [key, written] of Object.entries(stringData)) {
    const variable = fromEnvironment.exec(String(written))?.[1];
    const value = variable === undefined ? String(written) : environment[variable];
    if (value) data[key] = Buffer.from(value).toString('base64');
    else problems.push({ ...place, message: `stringData.${key}: the environment has no ${variable ?? 'value'}` });
  }
  return { secret: { ...secret, data }, problems };
}

/** Secrets that the operator made, one private file each, so that a restart finds the same credentials. */
export class MadeSecrets {
  readonly #dir: string;
  readonly #secrets = new Map<string, Secret>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  async load(): Promise<void> {
    const entries = await readdir(this.#dir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const file of entries.filter((entry) => entry.endsWith('.yaml'))) {
      const secret = parse(await readFile(join(this.#dir, file), 'utf8')) as Secret;
      this.#secrets.set(storeKey(nameOf(secret)), secret);
    }
  }

  all(): Secret[] {
    return [...this.#secrets.values()];
  }

  get(name: ObjectName): Secret | undefined {
    return this.#secrets.get(storeKey(name));
  }

  async write(secret: Secret): Promise<void> {
    const path = this.#path(nameOf(secret));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Renamed into place, so that a crash leaves no half file.
    await writeFile(`${path}.new`, stringify(secret), { mode: 0o600 });
    await rename(`${path}.new`, path);
    this.#secrets.set(storeKey(nameOf(secret)), secret);
  }

  async remove(name: ObjectName): Promise<void> {
    await rm(this.#path(name), { force: true });
    this.#secrets.delete(storeKey(name));
  }

  /** Removes the Secrets that only this object owns. */
  async removeOwnedBy({ metadata: { uid } }: KubernetesObject): Promise<void> {
    for (const secret of this.all()) {
      const owners = secret.metadata.ownerReferences ?? [];
      if (owners.length > 0 && owners.every((owner) => owner.uid === uid)) await this.remove(nameOf(secret));
    }
  }

  /** Names come from manifests. Only DNS names are safe as file names. */
  #path({ namespace, name }: ObjectName): string {
    for (const part of [namespace, name])
      if (!/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(part)) throw new Error(`${part} is not a valid name of a Secret`);
    return join(this.#dir, namespace, `${name}.yaml`);
  }
}

export function isSecret({ kind, apiVersion }: KubernetesObject): boolean {
  return kind === 'Secret' && apiVersion === 'v1';
}
