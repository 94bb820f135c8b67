import { type ComponentType, lazy, Suspense } from 'react';
import type { SectionProps } from '../section.ts';
import { parts } from './parts.ts';

const panels: [string, ComponentType<SectionProps>][] = Object.entries(parts).map(([name, load]) => [
  name,
  lazy(async () => ({ default: await load() })),
]);

/** The ways in which the user proves who they are. */
export const Security = (props: SectionProps) => (
  <>
    {panels.map(([name, Panel]) => (
      <Suspense key={name}>
        <Panel {...props} />
      </Suspense>
    ))}
  </>
);
