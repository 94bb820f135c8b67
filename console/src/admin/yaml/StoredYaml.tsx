import type { Row } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/is-declared.ts';
import type { ReactNode } from 'react';
import { stringify } from 'yaml';
import { registry } from '../kinds.ts';
import { CodeText } from '../ui/CodeText.tsx';
import { type Declared, manifestOf } from './manifest-of.ts';

const nothingMore = (): Declared => ({ spec: {} });

/** A component with the custom resource of a stored object. */
export function storedYamlOf(
  name: string,
  declares: (object: Record<string, unknown>) => Declared = nothingMore,
): (props: { object: Row }) => ReactNode {
  const kind = registry.named(name);
  if (!isDeclared(kind)) return () => null;
  return ({ object }) => (
    <CodeText text={stringify(manifestOf(kind, object, declares))} label="YAML" file={`${object.name}.yaml`} />
  );
}
