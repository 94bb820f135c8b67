import type { KindEditor } from '../../editor/kind-editor.ts';
import type { ControlProps } from '../../fields/control.ts';
import { ItemsControl } from '../../fields/ItemsControl.tsx';
import type { Item } from '../../fields/new-item.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { needWords } from '../../words/catalogues.ts';

const fresh = (_row: Item, place: number) => ({ name: `header-${place}`, value: `value-${place}` });

const Deliveries = lazyPart(async () => {
  const words = needWords(['webhook-deliveries']);
  const [{ Deliveries }] = await Promise.all([import('./deliveries/Deliveries.tsx'), words]);
  return Deliveries;
});

export const webhookEditor: KindEditor = {
  controls: { headers: (props: ControlProps<Item[]>) => <ItemsControl {...props} rules={{ fresh }} /> },
  parts: { deliveries: Deliveries },
};
