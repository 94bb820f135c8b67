import type { KindEditor } from '../../editor/kind-editor.ts';
import type { ControlProps } from '../../fields/control.ts';
import { ItemsControl } from '../../fields/ItemsControl.tsx';
import type { Item } from '../../fields/new-item.ts';

const fresh = (_row: Item, place: number) => ({ name: `header-${place}`, value: `value-${place}` });

export const webhookEditor: KindEditor = {
  controls: { headers: (props: ControlProps<Item[]>) => <ItemsControl {...props} rules={{ fresh }} /> },
};
