import type { Kind } from '@doorwright/crds';
import { ResourceEditor } from '../editor/ResourceEditor.tsx';
import { kindEditors } from './kind-editors.ts';

interface Props {
  kind: Kind;
  /** The object, unless the address names it. */
  id?: { owner: string; key: string };
}

/** The editor of a kind with its special parts. */
export const EditorPage = ({ kind, id }: Props) => (
  <ResourceEditor kind={kind} id={id} special={kindEditors[kind.name]} />
);
