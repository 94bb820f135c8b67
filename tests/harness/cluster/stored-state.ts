/** A key of etcd as its JSON gateway writes it: names in base64, numbers as text. */
interface Stored {
  key: string;
  mod_revision: string;
  value?: string;
}

/** One transaction of etcd has at most 128 operations. */
const atOnce = 100;

/** The API servers renew these themselves, at any time. */
const isRenewed = ({ key }: Stored) => /^\/registry\/(leases\/kube-system|masterleases)\//.test(atob(key));

/** Everything that a cluster stores, to be restored in a moment: the API server follows its etcd. */
export class StoredState {
  readonly #etcdUrl: string;
  readonly #kept: Map<string, Stored>;

  private constructor(etcdUrl: string, kept: Stored[]) {
    this.#etcdUrl = etcdUrl;
    this.#kept = new Map(kept.map((each) => [each.key, each]));
  }

  static async of(etcdUrl: string): Promise<StoredState> {
    return new StoredState(etcdUrl, await stored(etcdUrl, false));
  }

  /** Removes objects that were added since, and puts back those that were deleted or changed. */
  async restore(): Promise<void> {
    const now = await stored(this.#etcdUrl, true);
    const added = now.filter(({ key }) => !this.#kept.has(key));
    const revisions = new Map(now.map(({ key, mod_revision }) => [key, mod_revision]));
    const changed = [...this.#kept.values()].filter(
      (each) => !isRenewed(each) && revisions.get(each.key) !== each.mod_revision,
    );
    const operations = [
      ...added.map(({ key }) => ({ requestDeleteRange: { key } })),
      ...changed.map(({ key, value }) => ({ requestPut: { key, value } })),
    ];
    for (let at = 0; at < operations.length; at += atOnce)
      await ask(this.#etcdUrl, 'kv/txn', { success: operations.slice(at, at + atOnce) });
    if (changed.length === 0) return;
    // They have other revisions now.
    const after = new Map((await stored(this.#etcdUrl, true)).map(({ key, mod_revision }) => [key, mod_revision]));
    for (const each of changed) each.mod_revision = after.get(each.key) ?? '';
  }
}

/**
 * All objects, in order. The API server also notes there, outside of its registry, when it compacts the storage. It panics if somebody
 * puts an older note back.
 */
async function stored(etcdUrl: string, keys_only: boolean): Promise<Stored[]> {
  const objects = { key: btoa('/registry/'), range_end: btoa('/registry0') };
  const { kvs = [] } = await ask<{ kvs?: Stored[] }>(etcdUrl, 'kv/range', { ...objects, keys_only });
  return kvs;
}

async function ask<T>(etcdUrl: string, what: string, body: object): Promise<T> {
  const answer = await fetch(`${etcdUrl}/v3/${what}`, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`etcd answered ${answer.status} to ${what}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
