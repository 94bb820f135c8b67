import type { Kind } from '@doorwright/crds';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { NewObject } from '../editor/NewObject.tsx';
import { idIn, objectQuery } from '../editor/object-query.ts';
import { ResourceEditor } from '../editor/ResourceEditor.tsx';
import { queries } from '../http/queries.ts';
import type { LoadedPage } from '../router/page.ts';
import { accountNow } from '../session/account.ts';
import { kindEditorOf } from './kind-editors.ts';

const specialOf = (kind: Kind) => loadWithRetry(() => kindEditorOf(kind.name));

/** The editor of a kind with its special parts. */
export async function editorPageOf(kind: Kind): Promise<LoadedPage> {
  const special = await specialOf(kind);
  return {
    Component: () => <ResourceEditor kind={kind} special={special} />,
    // Before the account is known, no editor is drawn that would take the answer.
    ask: (_query, names) =>
      void (accountNow() && queries.prefetchQuery(objectQuery(kind, idIn(kind, names), special?.query))),
  };
}

/** The editor of a new object with the special parts of its kind. */
export async function newPageOf(kind: Kind): Promise<LoadedPage> {
  const special = await specialOf(kind);
  return { Component: () => <NewObject kind={kind} special={special} /> };
}
