import type { KindEditor } from '../../../editor/kind-editor.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { needWords } from '../../../words/catalogues.ts';

const words = () => needWords(['sales']);

/** The parts of a payment's tabs beside its fields. */
export const paymentParts: NonNullable<KindEditor['parts']> = {
  payment: lazyPart(async () => {
    const [{ ByHand }] = await Promise.all([import('./ByHand.tsx'), words()]);
    return ByHand;
  }),
  timeline: lazyPart(async () => {
    const [{ Timeline }] = await Promise.all([import('./Timeline.tsx'), words()]);
    return Timeline;
  }),
  refunds: lazyPart(async () => {
    const [{ Refunds }] = await Promise.all([import('./Refunds.tsx'), words()]);
    return Refunds;
  }),
};
