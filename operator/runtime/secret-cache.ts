import { type KubernetesObject, nameOf, type ObjectName, type Secret, storeKey } from './kubernetes-object.ts';
import type { Redactor } from './observe/redact.ts';
import { secrets } from './resource.ts';
import type { Feed, Source } from './source.ts';
import { Store } from './store.ts';

export interface SecretKeyRef {
  name: string;
  key: string;
}

export type SecretValue = { value: string } | { missing: 'SecretMissing' | 'SecretKeyMissing' };

/** The most read Secrets that stay in memory, for one pass and its dependents. */
const mostKept = 500;

/**
 * Watches only the metadata of Secrets in served namespaces. A whole Secret is read on request, and kept for a while until its
 * version changes. So foreign Secrets cost little memory.
 */
export class SecretCache {
  readonly #source: Source;
  readonly #redactor: Redactor;
  readonly #feeds = new Map<string, Feed>();
  readonly #read = new Map<string, Secret>();
  readonly metadata: Store<KubernetesObject>;

  constructor(source: Source, redactor: Redactor, onHandlerError: (error: unknown) => void) {
    this.#source = source;
    this.#redactor = redactor;
    const owner = ({ metadata }: KubernetesObject) => (metadata.ownerReferences ?? []).map(({ uid }) => uid);
    this.metadata = new Store({ indexes: { owner }, onHandlerError });
    this.metadata.subscribe(({ type, object }) => {
      this.#read.delete(storeKey(nameOf(object)));
      if (type === 'deleted') redactor.forget(storeKey(nameOf(object)));
    });
  }

  /** Watches the Secrets of one namespace, because rights on Secrets belong to namespaces. */
  serve(namespace: string): Feed {
    let feed = this.#feeds.get(namespace);
    if (!feed) {
      feed = this.#source.follow(secrets, this.metadata, { namespace, metadataOnly: true });
      this.#feeds.set(namespace, feed);
    }
    return feed;
  }

  /** Without resources of ours, the Secrets of a namespace are not watched. */
  leave(namespace: string): void {
    this.#feeds.get(namespace)?.stop();
    this.#feeds.delete(namespace);
    this.metadata.keepOnly(new Set(), namespace);
  }

  async get(name: ObjectName, signal?: AbortSignal): Promise<Secret | undefined> {
    const key = storeKey(name);
    const { hasSynced } = this.serve(name.namespace);
    const known = this.metadata.get(name);
    if (!known && hasSynced) return undefined;
    const read = this.#read.get(key);
    if (read && read.metadata.resourceVersion === known?.metadata.resourceVersion) return read;
    const secret = await this.#source.readSecret(name, signal);
    // Kept only if the watch knows its version, because the watch reports the next change.
    if (secret && secret.metadata.resourceVersion === known?.metadata.resourceVersion) this.#keep(key, secret);
    return secret;
  }

  #keep(key: string, secret: Secret): void {
    this.#read.set(key, secret);
    const [oldest] = this.#read.keys();
    if (this.#read.size > mostKept && oldest !== undefined) this.#read.delete(oldest);
  }

  /** The only way to the text of a Secret. The redactor remembers each value. */
  async value(namespace: string, { name, key }: SecretKeyRef, signal?: AbortSignal): Promise<SecretValue> {
    const secret = await this.get({ namespace, name }, signal);
    if (!secret) return { missing: 'SecretMissing' };
    const value = Buffer.from(secret.data?.[key] ?? '', 'base64').toString();
    if (value === '') return { missing: 'SecretKeyMissing' };
    this.#redactor.remember(storeKey({ namespace, name }), [value]);
    return { value };
  }

  stop(): void {
    for (const feed of this.#feeds.values()) feed.stop();
  }
}
