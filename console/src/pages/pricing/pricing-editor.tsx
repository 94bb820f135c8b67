import type { ControlProps } from '../../fields/control.ts';
import { ReferenceControl } from '../../fields/ReferenceControl.tsx';
import type { KindEditor } from '../../resource/kind-editor.ts';

export const pricingEditor: KindEditor = {
  controls: {
    // The applications of the organization that offers the plans.
    application: (props: ControlProps<string>) => (
      <ReferenceControl {...props} scope={{ only: ['organization', String(props.object.owner)] }} />
    ),
  },
};
