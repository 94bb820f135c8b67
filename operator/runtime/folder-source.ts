import { type FSWatcher, watch } from 'node:fs';
import { resolve } from 'node:path';
import type { Clock } from './clock.ts';
import type { ObjectEvent } from './events.ts';
import { type Problem, readManifests, type Validate } from './folder-documents.ts';
import { FolderObjects } from './folder-objects.ts';
import { isSecret, MadeSecrets, resolveSecret } from './folder-secrets.ts';
import { KubernetesError } from './kubernetes-error.ts';
import { type KubernetesObject, nameOf, type ObjectName, type Secret, storeKey } from './kubernetes-object.ts';
import type { Log } from './log.ts';
import { namespaces, type Resource, secrets } from './resource.ts';
import type { Feed, FollowOptions, Source } from './source.ts';
import { type Status, statusOf } from './status.ts';
import type { Store } from './store.ts';

export interface FolderSourceOptions {
  dir: string;
  /** Where Secrets that the operator makes are kept. */
  secretsDir: string;
  clock: Clock;
  log: Log;
  environment?: Record<string, string | undefined>;
  /** What the CRD schemas would refuse; the runtime knows no kind. */
  validate?: Validate;
}

/** One line per object, for the terminal and the console. */
export interface FolderRow {
  kind: string;
  namespace: string;
  name: string;
  place: string;
  ready: string;
  reason: string;
  message: string;
}

/** Editors write a file in several steps; reading between two of them would only find half of it. */
const settleMs = 50;

/** The same manifests without a cluster: a folder is the API server, its memory is ours. */
export class FolderSource implements Source {
  readonly #options: FolderSourceOptions;
  readonly #objects: FolderObjects;
  readonly #made: MadeSecrets;
  readonly #followers = new Set<{ resource: Resource; store: Store; options: FollowOptions }>();
  readonly #watcher: FSWatcher;
  #problems: Problem[] = [];
  #cancelRead: () => void = () => {};
  #reading: Promise<void>;
  readonly #firstRead = Promise.withResolvers<void>();
  #hasRead = false;

  constructor(options: FolderSourceOptions) {
    this.#options = options;
    this.#objects = new FolderObjects(options.clock);
    this.#made = new MadeSecrets(options.secretsDir);
    this.#watcher = watch(options.dir, { recursive: true }, () => this.#readSoon());
    this.#watcher.on('error', (error) => options.log.error({ error }, 'Stopped watching the folder'));
    this.#reading = this.#made.load().then(() => this.#read());
    this.#reading.catch(this.#firstRead.reject);
  }

  /** `file:line: message` of everything that could not be taken in. */
  get problems(): string[] {
    return this.#problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  }

  rows(): FolderRow[] {
    return this.#objects.all().flatMap((object) => {
      if (isSecret(object)) return [];
      const ready = statusOf(object).conditions?.find(({ type }) => type === 'Ready');
      const place = this.#objects.placeOf(object);
      return {
        kind: object.kind,
        ...nameOf(object),
        place: `${place?.file}:${place?.line}`,
        ready: ready?.status ?? 'Unknown',
        reason: ready?.reason ?? '',
        message: ready?.message ?? '',
      };
    });
  }

  async clusterId(): Promise<string> {
    return `folder:${resolve(this.#options.dir)}`;
  }

  follow<T extends KubernetesObject>(resource: Resource, store: Store<T>, options: FollowOptions = {}): Feed {
    const follower = { resource, store: store as unknown as Store, options };
    this.#followers.add(follower);
    if (this.#hasRead) this.#show(follower);
    const isRead = () => this.#hasRead;
    return {
      get hasSynced() {
        return isRead();
      },
      silentForMs: 0,
      whenSynced: () => this.#firstRead.promise,
      stop: () => void this.#followers.delete(follower),
    };
  }

  async readSecret(name: ObjectName): Promise<Secret | undefined> {
    return (this.#objects.get(`Secret/${storeKey(name)}`) as Secret | undefined) ?? this.#made.get(name);
  }

  async applySecret(secret: Secret): Promise<Secret> {
    const name = nameOf(secret);
    const written = this.#objects.get(`Secret/${storeKey(name)}`);
    if (written)
      throw new KubernetesError(
        { reason: 'Conflict', message: `Secret ${name.name} is a manifest of the folder` },
        409,
      );
    const before = this.#made.get(name);
    const metadata = {
      ...secret.metadata,
      uid: before?.metadata.uid ?? crypto.randomUUID(),
      resourceVersion: String(Number(before?.metadata.resourceVersion ?? 0) + 1),
    };
    const made = { ...secret, apiVersion: 'v1', kind: 'Secret', metadata };
    await this.#made.write(made);
    this.#showAll();
    return made;
  }

  async deleteSecret({ uid, ...name }: ObjectName & { uid: string }): Promise<void> {
    if (this.#made.get(name)?.metadata.uid !== uid) return;
    await this.#made.remove(name);
    this.#showAll();
  }

  async writeStatus<T extends KubernetesObject>(_: Resource, object: T, status: Status): Promise<T> {
    return this.#objects.setStatus(object, status) as T;
  }

  async writeFinalizers<T extends KubernetesObject>(_: Resource, object: T, finalizers: readonly string[]): Promise<T> {
    const written = this.#objects.setFinalizers(object, finalizers);
    if (written) return written as T;
    this.#showAll();
    // It may have been written again while it was being deleted.
    this.#readSoon();
    return object;
  }

  recordEvent(object: KubernetesObject, { type, reason, note }: ObjectEvent): void {
    const { kind } = object;
    this.#options.log[type === 'Warning' ? 'warn' : 'info']({ kind, ...nameOf(object), reason }, note);
  }

  async close(): Promise<void> {
    this.#cancelRead();
    this.#watcher.close();
    await this.#reading;
  }

  #readSoon(): void {
    this.#cancelRead();
    this.#cancelRead = this.#options.clock.after(settleMs, () => {
      this.#reading = this.#reading.then(() => this.#read());
    });
  }

  async #read(): Promise<void> {
    const { dir, validate = () => [], environment = process.env, log } = this.#options;
    try {
      const { manifests, problems, ...rest } = await readManifests(dir, validate);
      const resolved = manifests.map((manifest) => {
        if (!isSecret(manifest.object)) return manifest;
        const { secret, problems: missing } = resolveSecret(manifest, environment);
        problems.push(...missing);
        return { ...manifest, object: secret };
      });
      problems.push(...this.#objects.replace({ manifests: resolved, ...rest }));
      const known = new Set(this.problems);
      this.#problems = problems;
      for (const problem of this.problems) if (!known.has(problem)) log.error({}, problem);
      this.#hasRead = true;
      this.#showAll();
      this.#firstRead.resolve();
    } catch (error) {
      log.error({ error, dir }, 'Could not read the folder');
    }
  }

  #showAll(): void {
    for (const follower of this.#followers) this.#show(follower);
  }

  #show({
    resource,
    store,
    options: { namespace },
  }: {
    resource: Resource;
    store: Store;
    options: FollowOptions;
  }): void {
    const objects =
      resource.kind === namespaces.kind ? this.#namespaces() : [...this.#objects.all(), ...this.#made.all()];
    const shown = objects.filter(
      ({ kind, metadata }) => kind === resource.kind && (namespace === undefined || metadata.namespace === namespace),
    );
    for (const object of shown) store.put(resource.kind === secrets.kind ? metadataOf(object) : object);
    store.keepOnly(new Set(shown.map((object) => storeKey(nameOf(object)))), namespace);
  }

  /** A namespace needs no manifest here; one that has it may carry labels. */
  #namespaces(): KubernetesObject[] {
    const objects = this.#objects.all();
    const written = objects.filter(({ kind }) => kind === namespaces.kind);
    const names = new Set(objects.map(({ metadata }) => metadata.namespace ?? ''));
    for (const { metadata } of written) names.delete(metadata.name);
    const implied = [...names].map((name) => ({
      apiVersion: 'v1',
      kind: namespaces.kind,
      metadata: { name, resourceVersion: '0', labels: { 'kubernetes.io/metadata.name': name } },
    }));
    return [...written.map(asClusterScoped), ...implied];
  }
}

function asClusterScoped(object: KubernetesObject): KubernetesObject {
  const { namespace: _, ...metadata } = object.metadata;
  const labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name };
  return { ...object, metadata: { ...metadata, labels } };
}

function metadataOf({ apiVersion, kind, metadata }: KubernetesObject): KubernetesObject {
  return { apiVersion, kind, metadata };
}
