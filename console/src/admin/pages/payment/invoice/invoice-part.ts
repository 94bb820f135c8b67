import type { KindEditor } from '../../../editor/kind-editor.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { needWords } from '../../../words/catalogues.ts';

/** The part of the tab Invoice below its fields. */
export const invoicePart: NonNullable<KindEditor['parts']> = {
  invoice: lazyPart(async () => {
    const [{ Invoice }] = await Promise.all([import('./Invoice.tsx'), needWords(['invoices', 'errors'])]);
    return Invoice;
  }),
};
