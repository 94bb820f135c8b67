import type { KindEditor } from '../../editor/kind-editor.ts';
import type { ControlProps } from '../../fields/control.ts';
import { ReferenceControl } from '../../fields/ReferenceControl.tsx';
import { referrersOf } from '../../fields/referrers.ts';
import { useStoredId } from '../../fields/use-stored-id.ts';

type Named = Record<string, unknown>;

const nesting = {
  idOf: ({ name }: Named) => String(name),
  namedBy: ({ parentId }: Named) => [String(parentId)],
};

/** A group cannot contain itself, directly or indirectly. */
function ParentControl(props: ControlProps<string>) {
  const { name } = useStoredId();
  return <ReferenceControl {...props} scope={{ except: (groups) => referrersOf(name, groups, nesting) }} />;
}

export const groupEditor: KindEditor = { controls: { parentId: ParentControl } };
