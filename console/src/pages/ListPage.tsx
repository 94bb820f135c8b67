import type { Kind } from '@doorwright/crds';
import { ResourceList } from '../list/ResourceList.tsx';
import { kindLists } from './kind-lists.ts';

/** The list of a kind with its special parts. */
export const ListPage = ({ kind }: { kind: Kind }) => <ResourceList kind={kind} special={kindLists[kind.name]} />;
