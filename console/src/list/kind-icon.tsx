import { type ComponentType, lazy, Suspense } from 'react';
import { loadWithRetry } from '../browser/load-with-retry.ts';

/** A page without its picture is whole. */
const Picture = lazy(async () => {
  const icons = await loadWithRetry(() => import('./kind-icons.ts')).catch(() => undefined);
  const Icon = ({ kind }: { kind: string }) => {
    const Shown = icons?.iconOf(kind);
    return Shown && <Shown />;
  };
  return { default: Icon };
});

/** The picture of a kind, as the component that PatternFly expects. It loads when it is shown. */
export const iconOf = (kind: string): ComponentType => {
  return () => (
    <Suspense fallback={null}>
      <Picture kind={kind} />
    </Suspense>
  );
};
