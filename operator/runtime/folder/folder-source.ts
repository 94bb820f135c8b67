import { join, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { KubernetesError } from '../kubernetes-error.ts';
import { type KubernetesObject, nameOf, type ObjectName, type Secret, storeKey } from '../kubernetes-object.ts';
import type { ObjectEvent } from '../object-event.ts';
import type { Log } from '../observe/log.ts';
import { namespaces, type Resource, secrets } from '../resource.ts';
import type { Feed, FollowOptions, Source } from '../source.ts';
import type { Status } from '../status.ts';
import type { Store } from '../store.ts';
import type { Problem, ReadFolder, Validate } from './folder-documents.ts';
import { FolderObjects } from './folder-objects.ts';
import { FolderReader } from './folder-reader.ts';
import { type FolderReport, rowOf } from './folder-report.ts';
import { isSecret, MadeSecrets, resolveSecret } from './folder-secrets.ts';
import { FolderTombstones } from './folder-tombstones.ts';

export interface FolderSourceOptions {
  dir: string;
  /** The folder of generated Secrets and tombstones. */
  secretsDir: string;
  clock: Clock;
  log: Log;
  environment?: Record<string, string | undefined>;
  /** Checks that CRD schemas would do. The runtime knows no kind. */
  validate?: Validate;
  /** The report may have changed. */
  onChange?: () => void;
}

/** A folder of manifests instead of a cluster. This process plays the API server. */
export class FolderSource implements Source {
  readonly #options: FolderSourceOptions;
  readonly #objects: FolderObjects;
  readonly #made: MadeSecrets;
  readonly #tombstones: FolderTombstones;
  readonly #followers = new Set<{ resource: Resource; store: Store; options: FollowOptions }>();
  readonly #reader: FolderReader;
  #problems: Problem[] = [];
  readonly #firstRead = Promise.withResolvers<void>();
  #hasRead = false;
  #isComplete = false;

  constructor(options: FolderSourceOptions) {
    this.#options = options;
    this.#objects = new FolderObjects(options.clock);
    this.#made = new MadeSecrets(options.secretsDir);
    this.#tombstones = new FolderTombstones(join(options.secretsDir, 'tombstones.json'));
    const { dir, clock, validate = () => [], log } = options;
    this.#reader = new FolderReader({
      dir,
      clock,
      validate,
      onRead: (found) => this.#take(found),
      onFailed: (error) => {
        this.#isComplete = false;
        log.error({ error, dir }, 'Could not read the folder');
      },
      onUnwatched: (error) =>
        log.warn({ error, dir }, 'The system watches no more folders: changes are found within seconds'),
    });
    this.#made.load().then(() => this.#reader.start(), this.#firstRead.reject);
  }

  /** The state of all resources in the folder, without Secrets. */
  report(): FolderReport {
    const rows = this.#objects.entries().flatMap(({ object, place }) => (isOurs(object) ? [rowOf(object, place)] : []));
    return { dir: this.#options.dir, rows, problems: this.#problems };
  }

  async clusterId(): Promise<string> {
    return `folder:${resolve(this.#options.dir)}`;
  }

  isComplete(): boolean {
    return this.#isComplete;
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

  readTombstones(): Promise<Map<string, string>> {
    return this.#tombstones.read();
  }

  writeTombstone(uid: string, text: string | undefined): Promise<void> {
    return this.#tombstones.write(uid, text);
  }

  async writeStatus<T extends KubernetesObject>(_: Resource, object: T, status: Status): Promise<T> {
    const written = this.#objects.setStatus(object, status);
    this.#options.onChange?.();
    return written as T;
  }

  async writeFinalizers<T extends KubernetesObject>(_: Resource, object: T, finalizers: readonly string[]): Promise<T> {
    // An API server collects what the object owns after it. This comes first, because a crash between would leave files for ever.
    if (object.metadata.deletionTimestamp && finalizers.length === 0) await this.#made.removeOwnedBy(object);
    const written = this.#objects.setFinalizers(object, finalizers);
    this.#options.onChange?.();
    if (written) return written as T;
    this.#showAll();
    // Its manifest may have returned during the deletion.
    this.#reader.readSoon();
    return object;
  }

  recordEvent(object: KubernetesObject, { type, reason, note }: ObjectEvent): void {
    const { kind } = object;
    this.#options.log[type === 'Warning' ? 'warn' : 'info']({ kind, ...nameOf(object), reason }, note);
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  #take({ manifests, problems, ...rest }: ReadFolder): void {
    const { environment = process.env } = this.#options;
    this.#isComplete = problems.length === 0;
    const resolved = manifests.map((manifest) => {
      if (!isSecret(manifest.object)) return manifest;
      const { secret, problems: missing } = resolveSecret(manifest, environment);
      problems.push(...missing);
      return { ...manifest, object: secret };
    });
    problems.push(...this.#objects.replace({ manifests: resolved, ...rest }));
    this.#problems = problems;
    this.#hasRead = true;
    this.#showAll();
    this.#options.onChange?.();
    this.#firstRead.resolve();
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

  /** Namespaces need no manifest. A manifest can give them labels. */
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

const isOurs = (object: KubernetesObject) => !isSecret(object) && object.kind !== namespaces.kind;

function metadataOf({ apiVersion, kind, metadata }: KubernetesObject): KubernetesObject {
  return { apiVersion, kind, metadata };
}
