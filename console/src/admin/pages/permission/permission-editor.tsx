import type { KindEditor } from '../../editor/kind-editor.ts';
import type { ControlProps } from '../../fields/control.ts';
import { SeveralControl } from '../../fields/SeveralControl.tsx';
import { OwnerControl } from './OwnerControl.tsx';

export const permissionEditor: KindEditor = {
  controls: {
    owner: OwnerControl,
    // The applications of the organization to whose users the permission applies.
    resources: (props: ControlProps<string[]>) => (
      <SeveralControl {...props} scope={{ only: ['organization', String(props.object.owner)] }} />
    ),
  },
};
