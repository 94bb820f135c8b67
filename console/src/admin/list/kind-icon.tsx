import { type ComponentType, lazy, Suspense } from 'react';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { loadIcon } from './kind-icons.ts';

const pictures = new Map<string, ComponentType>();

/** The picture of a kind, as the component that PatternFly expects. It loads when it is shown, and a page without it is whole. */
export function iconOf(kind: string): ComponentType {
  const known = pictures.get(kind);
  if (known) return known;
  const Picture = lazy(async () => ({ default: await loadWithRetry(() => loadIcon(kind)).catch(() => () => null) }));
  const icon = () => (
    <Suspense fallback={null}>
      <Picture />
    </Suspense>
  );
  pictures.set(kind, icon);
  return icon;
}
