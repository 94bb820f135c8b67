import type { KubernetesObject } from '../kubernetes-object.ts';
import type { ClusterClient } from './cluster-client.ts';

interface Page<T> {
  apiVersion: string;
  kind: string;
  metadata: { resourceVersion: string; continue?: string };
  items: T[];
}

/** Lists in pages of 500, and returns the version from which a watch continues. */
export async function listInPages<T extends KubernetesObject>(list: {
  client: ClusterClient;
  path: string;
  accept?: string;
  signal: AbortSignal;
  onItem(item: T): void;
  /** Called with each page, before the next request. */
  onPage?(): void;
}): Promise<string> {
  const { client, path, accept, signal, onItem, onPage } = list;
  let next: string | undefined;
  for (;;) {
    const query: Record<string, string> = { limit: '500', ...(next && { continue: next }) };
    const page = await client.read<Page<T>>({ path, query, ...(accept && { accept }), signal });
    const kind = page.kind.replace(/List$/, '');
    // Items of a list lack apiVersion and kind.
    for (const item of page.items)
      onItem({ ...item, apiVersion: item.apiVersion ?? page.apiVersion, kind: item.kind ?? kind });
    if (!page.metadata.continue) return page.metadata.resourceVersion;
    next = page.metadata.continue;
    onPage?.();
  }
}
