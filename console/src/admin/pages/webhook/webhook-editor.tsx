import type { KindEditor } from '../../editor/kind-editor.ts';
import type { ControlProps } from '../../fields/control.ts';
import { ItemsControl } from '../../fields/ItemsControl.tsx';
import type { Item } from '../../fields/new-item.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { needWords } from '../../words/catalogues.ts';
import { EventsControl } from './EventsControl.tsx';
import { FailingNote } from './FailingNote.tsx';

const fresh = (_row: Item, place: number) => ({ name: `header-${place}`, value: `value-${place}` });

const SecretPart = lazyPart(async () => (await import('./SigningSecret.tsx')).SigningSecret);

const Deliveries = lazyPart(async () => {
  const words = needWords(['webhook-deliveries', 'call-problems']);
  const [{ Deliveries }] = await Promise.all([import('./deliveries/Deliveries.tsx'), words]);
  return Deliveries;
});

export const webhookEditor: KindEditor = {
  controls: {
    events: EventsControl,
    headers: (props: ControlProps<Item[]>) => <ItemsControl {...props} rules={{ fresh }} />,
  },
  requiredWhen: { url: () => true },
  Above: FailingNote,
  parts: { settings: SecretPart, deliveries: Deliveries },
};
