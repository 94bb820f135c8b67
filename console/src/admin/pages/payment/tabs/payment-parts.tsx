import { type ComponentProps, Suspense } from 'react';
import type { KindEditor } from '../../../editor/kind-editor.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { needWords } from '../../../words/catalogues.ts';

const words = () => needWords(['sales']);

const ByHand = lazyPart(async () => {
  const [{ ByHand }] = await Promise.all([import('./ByHand.tsx'), words()]);
  return ByHand;
});

/** Most payments come from a service. Only others need the note. */
export function AbovePayment(props: ComponentProps<NonNullable<KindEditor['Above']>>) {
  if (props.object.isByHand !== true) return null;
  return (
    <Suspense>
      <ByHand {...props} />
    </Suspense>
  );
}

/** The tabs of a payment without fields. */
export const paymentParts: NonNullable<KindEditor['parts']> = {
  timeline: lazyPart(async () => {
    const [{ Timeline }] = await Promise.all([import('./Timeline.tsx'), words()]);
    return Timeline;
  }),
  refunds: lazyPart(async () => {
    const [{ Refunds }] = await Promise.all([import('./Refunds.tsx'), words()]);
    return Refunds;
  }),
};
