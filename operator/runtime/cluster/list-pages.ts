import type { KubernetesObject } from '../kubernetes-object.ts';
import type { Rest } from './rest.ts';

interface Page<T> {
  apiVersion: string;
  kind: string;
  metadata: { resourceVersion: string; continue?: string };
  items: T[];
}

/** 500 objects a request, the API server's own chunk; answers the version a watch continues from. */
export async function listInPages<T extends KubernetesObject>(list: {
  rest: Rest;
  path: string;
  accept?: string;
  signal: AbortSignal;
  onItem(item: T): void;
  /** Before the next one is asked for. */
  onPage?(): void;
}): Promise<string> {
  const { rest, path, accept, signal, onItem, onPage } = list;
  let next: string | undefined;
  for (;;) {
    const query: Record<string, string> = { limit: '500', ...(next && { continue: next }) };
    const page = await rest.json<Page<T>>({ method: 'GET', path, query, ...(accept && { accept }), signal });
    const kind = page.kind.replace(/List$/, '');
    // Items of a list come without the two fields that every single object has.
    for (const item of page.items)
      onItem({ ...item, apiVersion: item.apiVersion ?? page.apiVersion, kind: item.kind ?? kind });
    if (!page.metadata.continue) return page.metadata.resourceVersion;
    next = page.metadata.continue;
    onPage?.();
  }
}
