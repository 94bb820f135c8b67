import { leadingTo } from '../../fields/circle.ts';
import type { ControlProps } from '../../fields/control.ts';
import { ReferenceControl } from '../../fields/ReferenceControl.tsx';
import { useStored } from '../../fields/use-stored.ts';
import type { KindEditor } from '../../resource/kind-editor.ts';

type Named = Record<string, unknown>;

const nesting = {
  idOf: ({ name }: Named) => String(name),
  namedBy: ({ parentId }: Named) => [String(parentId)],
};

/** A group cannot contain itself, directly or indirectly. */
function ParentControl(props: ControlProps<string>) {
  const { name } = useStored();
  return <ReferenceControl {...props} scope={{ except: (groups) => leadingTo(name, groups, nesting) }} />;
}

export const groupEditor: KindEditor = { controls: { parentId: ParentControl } };
