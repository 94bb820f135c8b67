import type { Kind } from '@doorwright/crds';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { NewObject } from '../editor/NewObject.tsx';
import { idIn, objectQuery } from '../editor/object-query.ts';
import { ResourceEditor } from '../editor/ResourceEditor.tsx';
import { queries } from '../http/queries.ts';
import type { PageComponent } from '../router/match.ts';
import { accountNow } from '../session/account.ts';
import { kindEditorOf } from './kind-editors.ts';

const specialOf = (kind: Kind) => loadWithRetry(() => kindEditorOf(kind.name));

/** The editor of a kind with its special parts. */
export async function editorPageOf(kind: Kind): Promise<PageComponent> {
  const special = await specialOf(kind);
  const Editor: PageComponent = () => <ResourceEditor kind={kind} special={special} />;
  // Before the account is known, no editor is drawn that would take the answer.
  Editor.ask = (_place, names) =>
    void (accountNow() && queries.prefetchQuery(objectQuery(kind, idIn(kind, names), special?.query)));
  return Editor;
}

/** The editor of a new object with the special parts of its kind. */
export async function newPageOf(kind: Kind): Promise<PageComponent> {
  const special = await specialOf(kind);
  return () => <NewObject kind={kind} special={special} />;
}
