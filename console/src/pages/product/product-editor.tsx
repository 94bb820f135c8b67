import type { ControlProps } from '../../fields/control.ts';
import { SeveralControl } from '../../fields/SeveralControl.tsx';
import type { KindEditor } from '../../resource/kind-editor.ts';

export const productEditor: KindEditor = {
  controls: {
    providers: (props: ControlProps<string[]>) => (
      <SeveralControl {...props} scope={{ only: ['category', 'Payment'] }} />
    ),
  },
};
