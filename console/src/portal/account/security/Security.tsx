import { type ComponentType, lazy, Suspense } from 'react';
import { useOnce } from '../../frame/use-once.ts';
import type { SectionProps } from '../section.ts';
import { parts } from './parts.ts';

const panels: [string, ComponentType<SectionProps>][] = Object.entries(parts).map(([name, load]) => [
  name,
  lazy(async () => ({ default: await load() })),
]);

/** Shows the panel that the address names. The browser looks for it before the panels are loaded. */
async function showNamed(): Promise<void> {
  const id = location.hash.slice(1);
  if (!id) return;
  await Promise.all(Object.values(parts).map((load) => load()));
  // The panels are drawn in the next frame, and a page without them is too short.
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView()));
}

/** The ways in which the user proves who they are. Password managers and links lead to one of them by `#password` or `#passkeys`. */
export function Security(props: SectionProps) {
  useOnce(() => void showNamed());
  return panels.map(([name, Panel]) => (
    <Suspense key={name}>
      <Panel {...props} />
    </Suspense>
  ));
}
