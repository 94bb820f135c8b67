import type { Kind } from '@doorwright/crds';
import type { ComponentType } from 'react';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { NewObject } from '../editor/NewObject.tsx';
import { ResourceEditor } from '../editor/ResourceEditor.tsx';
import { kindEditorOf } from './kind-editors.ts';

const specialOf = (kind: Kind) => loadWithRetry(() => kindEditorOf(kind.name));

/** The editor of a kind with its special parts. */
export async function editorPageOf(kind: Kind): Promise<ComponentType> {
  const special = await specialOf(kind);
  return () => <ResourceEditor kind={kind} special={special} />;
}

/** The editor of a new object with the special parts of its kind. */
export async function newPageOf(kind: Kind): Promise<ComponentType> {
  const special = await specialOf(kind);
  return () => <NewObject kind={kind} special={special} />;
}
