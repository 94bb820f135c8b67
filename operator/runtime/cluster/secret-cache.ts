import { type KubernetesObject, nameOf, type ObjectName, type Secret, storeKey } from '../kubernetes-object.ts';
import type { Redactor } from '../observe/redact.ts';
import { secrets } from '../resource.ts';
import type { Feed, Source } from '../source.ts';
import { Store } from '../store.ts';

export interface SecretKeyRef {
  name: string;
  key: string;
}

export type SecretValue = { value: string } | { missing: 'SecretMissing' | 'SecretKeyMissing' };

/** A pass asks for the same Secret twice, and dependents ask soon after; later it can be read again. */
const mostKept = 500;

/**
 * Of every Secret in a served namespace only the metadata is watched; a whole Secret is read when a pass asks for it and kept
 * for a while, until its version changes. So 30,000 unrelated Secrets cost names, not contents.
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

  /** Roles on Secrets are given per namespace, so that is how they are watched: where there is something of ours. */
  serve(namespace: string): Feed {
    let feed = this.#feeds.get(namespace);
    if (!feed) {
      feed = this.#source.follow(secrets, this.metadata, { namespace, metadataOnly: true });
      this.#feeds.set(namespace, feed);
    }
    return feed;
  }

  /** Where nothing of ours is left, the names of others' Secrets are no business of ours either. */
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
    // Kept only if the watch knows that version, since only the watch will say that it has changed.
    if (secret && secret.metadata.resourceVersion === known?.metadata.resourceVersion) this.#keep(key, secret);
    return secret;
  }

  #keep(key: string, secret: Secret): void {
    this.#read.set(key, secret);
    const [oldest] = this.#read.keys();
    if (this.#read.size > mostKept && oldest !== undefined) this.#read.delete(oldest);
  }

  /** The one way to a secret's text: whatever comes out of here is from then on unspeakable. */
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
