import { narrowestOf } from '@doorwright/crds/derive/granted.ts';
import type { Pass } from '../runtime/reconciler.ts';
import type { Fields } from './desired.ts';
import { type ResolvedReference, resolveReferences } from './references/references.ts';
import type { Declared } from './resource.ts';
import type { Rules } from './rules.ts';
import type { Services } from './services.ts';
import { isPlatform } from './standing.ts';
import { writeAlone } from './write-alone.ts';

/** What the spec asks of another namespace that grants it. */
const isGranted = (references: readonly ResolvedReference[], member: string): boolean =>
  references.some(({ isDenied, asks }) => !isDenied && asks.some((asked) => asked.member === member));

/**
 * A resource that is paused, or only looks, has nothing written for it. To what others let a tenant do, that is no way to hold on:
 * what is granted no more is taken away all the same.
 */
export async function withdraw(rules: Rules, { object, signal }: Pass<Declared>, services: Services): Promise<void> {
  const { metadata, spec, status } = object;
  if (isPlatform(services.standing, metadata.namespace) || status?.externalId === undefined) return;
  const references = resolveReferences(rules.kind, object, services.controller);
  const narrowest = Object.entries(narrowestOf(rules.kind, spec, metadata.namespace));
  const fields: Fields = {
    ...Object.fromEntries(
      narrowest.map(([member, choice]) => [member, isGranted(references, member) ? spec[member] : choice]),
    ),
    ...rules.leave?.(object, services),
  };
  if (Object.keys(fields).length > 0) await writeAlone(rules, object, fields, { signal }, services);
}
