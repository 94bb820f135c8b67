import type { Kind } from '@doorwright/crds';
import type { ComponentType } from 'react';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { ResourceList } from '../list/ResourceList.tsx';
import { kindListOf } from './kind-lists.ts';

/** The list of a kind with its special parts. */
export async function listPageOf(kind: Kind): Promise<ComponentType> {
  const special = await loadWithRetry(() => kindListOf(kind.name));
  return () => <ResourceList key={kind.name} kind={kind} special={special} />;
}
