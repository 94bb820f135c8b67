import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type KubernetesObject, nameOf, type ObjectName, type Secret, storeKey } from '../kubernetes-object.ts';
import type { Manifest, Problem } from './folder-documents.ts';

type Environment = Record<string, string | undefined>;

const fromEnvironment = /^\$\{([A-Z_][A-Z0-9_]*)\}$/;

/**
 * A Secret manifest as the API server would store it. A value `${NAME}` comes from the environment, so that the folder can be
 * committed; one that is not set leaves the key out, and whoever needs it says SecretKeyMissing.
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

/** Secrets the operator makes itself, one file each, readable by their owner alone: a restart finds the same credentials. */
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
    // Renamed into place: a crash leaves the old credentials or the new ones, never half of them.
    await writeFile(`${path}.new`, stringify(secret), { mode: 0o600 });
    await rename(`${path}.new`, path);
    this.#secrets.set(storeKey(nameOf(secret)), secret);
  }

  async remove(name: ObjectName): Promise<void> {
    await rm(this.#path(name), { force: true });
    this.#secrets.delete(storeKey(name));
  }

  /** Names come from manifests: one that is no DNS name would choose its own place on the disk. */
  #path({ namespace, name }: ObjectName): string {
    for (const part of [namespace, name])
      if (!/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(part)) throw new Error(`${part} is not a valid name of a Secret`);
    return join(this.#dir, namespace, `${name}.yaml`);
  }
}

export function isSecret({ kind, apiVersion }: KubernetesObject): boolean {
  return kind === 'Secret' && apiVersion === 'v1';
}
