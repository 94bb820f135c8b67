import type { ControlProps } from '../../fields/control.ts';
import { SeveralControl } from '../../fields/SeveralControl.tsx';
import type { KindEditor } from '../../resource/kind-editor.ts';

export const roleEditor: KindEditor = {
  controls: {
    // No role is a part of itself.
    roles: (props: ControlProps<string[]>) => (
      <SeveralControl {...props} scope={{ except: [`${props.object.owner}/${props.object.name}`] }} />
    ),
  },
};
