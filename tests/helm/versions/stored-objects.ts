import { setTimeout as delay } from 'node:timers/promises';
import { declaredKinds } from '../../crds/declared-kinds.ts';
import { a } from '../../operator/world/declared-world.ts';
import type { Rest } from '../../operator/world/rest.ts';
import type { Convertible } from './conversion.ts';

export type Version = 'v1alpha1' | 'v1beta1';

export interface Stored extends Convertible {
  kind: string;
  spec: Record<string, unknown>;
  metadata: { name: string; uid: string; annotations?: Record<string, string> };
  status?: unknown;
}

// No operator works in this namespace, so nobody else writes.
const namespace = 'archive';

export const pathOf = (plural: string, version: Version, name?: string) =>
  ['/apis/doorwright.dev', version, 'namespaces', namespace, plural, ...(name ? [name] : [])].join('/');

const specs: Record<string, (name: string) => object> = {
  Organization: (displayName) => ({ displayName, tags: ['staff'] }),
  Cert: () => ({ cryptoAlgorithm: 'ES256', publishSeconds: 60 }),
  Provider: (clientId) => ({ category: 'OAuth', type: 'GitHub', clientId }),
  Application: (name) => ({ organizationRef: { name }, generate: true, redirectUris: [`https://${name}.example/`] }),
  Syncer: (name) => ({ organizationRef: { name }, type: 'Database', host: 'hr.example' }),
  Ldap: (name) => ({ organizationRef: { name }, host: 'ldap.example' }),
  Product: (displayName) => ({ displayName, price: 9.9, providerRefs: [{ name: 'stripe' }] }),
  Webhook: (name) => ({ organizationRef: { name }, url: `https://${name}.example/` }),
};

/** In turns, eight at a time. */
async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items[Symbol.iterator]() as IterableIterator<T>;
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** This number of objects of all kinds, with protection missing, on or off. */
export const store = (rest: Rest, many: number): Promise<void> =>
  forEach(Array.from({ length: many }).keys(), (index) => {
    const { kind, plural } = declaredKinds[index % declaredKinds.length] as (typeof declaredKinds)[number];
    const name = `kept-${index}`;
    const deletionProtection = [{}, { deletionProtection: true }, { deletionProtection: false }][index % 3];
    const body = a(kind, name, { ...specs[kind]?.(name), ...deletionProtection }, { namespace });
    return rest.json({ method: 'POST', path: pathOf(plural, 'v1alpha1'), body });
  });

/** A server that was without the webhook reads everything again afterwards, and is not ready until then. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 60_000; ; await delay(200)) {
    try {
      return await read();
    } catch (error) {
      if ((error as { status?: number }).status !== 429 || Date.now() > deadline) throw error;
    }
  }
}

/** All stored objects in this version. */
export async function stored(rest: Rest, version: Version): Promise<Stored[]> {
  const all: Stored[] = [];
  for (const { kind, plural } of declaredKinds) {
    const list = { method: 'GET', path: pathOf(plural, version) } as const;
    const { items } = await patiently(() => rest.json<{ items: Stored[] }>(list));
    for (const { apiVersion, metadata, spec, status } of items) {
      const { name, uid, annotations } = metadata;
      all.push({ apiVersion, kind, metadata: { name, uid, ...(annotations && { annotations }) }, spec, status });
    }
  }
  return all;
}

/**
 * Storage migration: an empty write stores the object again, in the current storage version. A failed write is retried, as a
 * migrator does. Returns the number of retries.
 */
export async function migrate(
  rest: Rest,
  objects: Stored[],
  onFailure: (error: unknown) => Promise<void>,
): Promise<number> {
  let failures = 0;
  await forEach(objects, async ({ kind, metadata: { name } }) => {
    const { plural } = declaredKinds.find((each) => each.kind === kind) as (typeof declaredKinds)[number];
    const path = pathOf(plural, 'v1beta1', name);
    const patch = { method: 'PATCH', path, contentType: 'application/merge-patch+json', body: {} } as const;
    for (let isDone = false; !isDone; ) {
      try {
        await rest.json(patch);
        isDone = true;
      } catch (error) {
        failures++;
        await onFailure(error);
        await delay(100);
      }
    }
  });
  return failures;
}
