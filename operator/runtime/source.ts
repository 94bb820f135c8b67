import type { ObjectEvent } from './cluster/events.ts';
import type { KubernetesObject, ObjectName, Secret } from './kubernetes-object.ts';
import type { Resource } from './resource.ts';
import type { Status } from './status.ts';
import type { Store } from './store.ts';

/** A collection being followed. */
export interface Feed {
  readonly hasSynced: boolean;
  /** Since the other side last said anything; grows when a watch is dead. */
  readonly silentForMs: number;
  whenSynced(): Promise<void>;
  stop(): void;
}

export interface FollowOptions {
  /** Absent: every namespace that is served. */
  namespace?: string;
  metadataOnly?: boolean;
}

/** Where declared objects come from and where their status goes: a cluster, or a folder of YAML. */
export interface Source {
  /** Which installation this is; stored with each object in the API beside namespace, name and uid. */
  clusterId(): Promise<string>;
  /** Whether what is not in the stores is not there: a folder may say things that nobody can read at the moment. */
  isComplete(): boolean;
  /** Fills the store and keeps it current. */
  follow<T extends KubernetesObject>(resource: Resource, store: Store<T>, options?: FollowOptions): Feed;
  readSecret(name: ObjectName, signal?: AbortSignal): Promise<Secret | undefined>;
  /** Creates the Secret, or changes the one with the same uid; never one that is someone else's. */
  applySecret(secret: Secret, signal?: AbortSignal): Promise<Secret>;
  deleteSecret(name: ObjectName & { uid: string }, signal?: AbortSignal): Promise<void>;
  /** By the uid of the resource: what is still to be let go of in the API for it. */
  readTombstones(signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Without a text it is taken away. */
  writeTombstone(uid: string, text: string | undefined, signal?: AbortSignal): Promise<void>;
  /** Both answer the object as it then is. */
  writeStatus<T extends KubernetesObject>(resource: Resource, object: T, status: Status): Promise<T>;
  writeFinalizers<T extends KubernetesObject>(resource: Resource, object: T, finalizers: readonly string[]): Promise<T>;
  recordEvent(object: KubernetesObject, event: ObjectEvent): void;
  /** Waits for what is still being written, then lets go of everything. */
  close(): Promise<void>;
}
