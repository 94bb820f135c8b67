import type { ControlProps } from '../../fields/control.ts';
import { ReferenceControl } from '../../fields/ReferenceControl.tsx';
import type { KindEditor } from '../../resource/kind-editor.ts';

export const groupEditor: KindEditor = {
  controls: {
    // No group is a part of itself.
    parentId: (props: ControlProps<string>) => (
      <ReferenceControl {...props} scope={{ except: [String(props.object.name)] }} />
    ),
  },
};
