import type { KubernetesObject, ObjectName, Secret } from './kubernetes-object.ts';
import type { ObjectEvent } from './object-event.ts';
import type { Resource } from './resource.ts';
import type { Status } from './status.ts';
import type { Store } from './store.ts';

/** A followed collection. */
export interface Feed {
  readonly hasSynced: boolean;
  /** Milliseconds since the last message. It grows when a watch is dead. */
  readonly silentForMs: number;
  whenSynced(): Promise<void>;
  stop(): void;
}

export interface FollowOptions {
  /** Absent means all served namespaces. */
  namespace?: string;
  metadataOnly?: boolean;
}

/** The source of declared objects, and the place of their status: a cluster or a folder. */
export interface Source {
  /** The id of the installation. The API stores it with each object. */
  clusterId(): Promise<string>;
  /** Whether the stores are complete. A folder may contain files that cannot be read at the moment. */
  isComplete(): boolean;
  /** Fills the store and keeps it up to date. */
  follow<T extends KubernetesObject>(resource: Resource, store: Store<T>, options?: FollowOptions): Feed;
  readSecret(name: ObjectName, signal?: AbortSignal): Promise<Secret | undefined>;
  /** Creates the Secret, or changes the one with the same uid. It never changes a foreign Secret. */
  applySecret(secret: Secret, signal?: AbortSignal): Promise<Secret>;
  deleteSecret(name: ObjectName & { uid: string }, signal?: AbortSignal): Promise<void>;
  /** Tombstones by the uid of their resource. */
  readTombstones(signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Without a text, the tombstone is removed. */
  writeTombstone(uid: string, text: string | undefined, signal?: AbortSignal): Promise<void>;
  /** Both return the written object. */
  writeStatus<T extends KubernetesObject>(resource: Resource, object: T, status: Status): Promise<T>;
  writeFinalizers<T extends KubernetesObject>(resource: Resource, object: T, finalizers: readonly string[]): Promise<T>;
  recordEvent(object: KubernetesObject, event: ObjectEvent): void;
  /** Waits for running writes, then releases everything. */
  close(): Promise<void>;
}
