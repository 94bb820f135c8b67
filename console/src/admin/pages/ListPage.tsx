import type { Kind } from '@doorwright/crds';
import { queries } from '../http/queries.ts';
import type { KindList } from '../list/kind-list.ts';
import { listQuery } from '../list/list-query.ts';
import { stateIn } from '../list/list-state.ts';
import { ResourceList } from '../list/ResourceList.tsx';
import type { LoadedPage } from '../router/page.ts';

/** The list of a kind with its special parts. */
export function listPageOf(kind: Kind, special: KindList | undefined): LoadedPage {
  return {
    Component: () => <ResourceList key={kind.name} kind={kind} special={special} />,
    ask: (query, { organization }) => void queries.prefetchQuery(listQuery(kind, stateIn(query, kind), organization)),
  };
}
