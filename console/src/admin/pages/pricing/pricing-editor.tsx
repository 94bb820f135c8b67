import type { KindEditor } from '../../editor/kind-editor.ts';
import type { ControlProps } from '../../fields/control.ts';
import { ReferenceControl } from '../../fields/ReferenceControl.tsx';

export const pricingEditor: KindEditor = {
  controls: {
    // The applications of the organization that offers the plans.
    application: (props: ControlProps<string>) => (
      <ReferenceControl {...props} scope={{ only: ['organization', String(props.object.owner)] }} />
    ),
  },
};
