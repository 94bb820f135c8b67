import { kinds } from '@doorwright/crds';
import { type DeclaredKind, isDeclared } from '@doorwright/crds/derive/spec.ts';
import type { Owned } from '../../plan/removals.ts';
import type { CommandApi } from './api.ts';

export interface DeclaredObject extends Owned {
  kind: DeclaredKind;
  owner: string;
  name: string;
  /** The uid of the declaring resource. */
  uid: string;
}

interface Page {
  items: (Omit<DeclaredObject, 'kind' | 'origin'> & { origin: Owned['origin'] | null })[];
  next: string | null;
}

/** The objects of a kind that resources declare. */
export async function declaredObjects({ ask }: CommandApi, kind: DeclaredKind): Promise<DeclaredObject[]> {
  const owned: DeclaredObject[] = [];
  let cursor = '';
  do {
    const page: Page = await ask<Page>({ method: 'GET', path: `/${kind.name}?origins=true${cursor}` });
    owned.push(...page.items.flatMap(({ origin, ...item }) => (origin ? [{ ...item, kind, origin }] : [])));
    cursor = page.next === null ? '' : `&cursor=${encodeURIComponent(page.next)}`;
  } while (cursor);
  return owned;
}

export async function allDeclaredObjects(api: CommandApi): Promise<DeclaredObject[]> {
  const each = await Promise.all(kinds.filter(isDeclared).map((kind) => declaredObjects(api, kind)));
  return each.flat();
}
