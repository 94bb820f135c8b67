import type { Kind } from '@doorwright/crds';
import { NewObject } from '../editor/NewObject.tsx';
import { kindEditors } from './kind-editors.ts';

/** The editor of a new object with the special parts of its kind. */
export const NewPage = ({ kind }: { kind: Kind }) => <NewObject kind={kind} special={kindEditors[kind.name]} />;
