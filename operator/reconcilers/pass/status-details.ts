import { pathText, secretsOf } from '@doorwright/crds/derive/paths.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { Applied, Difference } from '../../api/declared-objects.ts';
import type { Detail } from '../../runtime/conditions.ts';
import { pathsOf } from '../core/drift.ts';
import type { Declared } from '../core/resource.ts';
import type { ResolvedReference } from '../references/references.ts';

/** Only for resources with references. Weak references are reported, but nothing waits for them. */
export function resolved(references: readonly ResolvedReference[], secrets: readonly unknown[]): Detail[] {
  if (references.length + secrets.length === 0) return [];
  const later = references.filter(({ isWeak, finding }) => isWeak && finding !== 'Resolved');
  const missing = later.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`).join(', ');
  const message = missing ? `Everything needed is there; ${missing} may come later` : 'Everything referred to is there';
  return [{ type: 'ReferencesResolved', status: 'True', reason: 'Resolved', message }];
}

const words = {
  InSync: 'The API has every declared field as declared',
  Applied: 'The API was given the declared fields',
  DriftRepaired: 'Declared fields differed in the API and were restored',
  DriftIgnored: 'An administrator holds declared fields for a while; the others are as declared',
} as const;

/** A pass without a write repeats the former reason, so that the status does not change. */
export function synced(
  { status, metadata }: Declared,
  { outcome, isRepair, isHeld }: { outcome: Applied['outcome']; isRepair: boolean; isHeld: boolean },
): Detail {
  const before = status?.conditions?.find(({ type }) => type === 'Synced');
  const isKnown = before?.status === 'True' && before.reason in words && before.reason !== 'DriftIgnored';
  const kept = isKnown && status?.observedGeneration === metadata.generation ? (before.reason as 'Applied') : 'InSync';
  const did = isRepair ? 'DriftRepaired' : outcome === 'unchanged' ? kept : 'Applied';
  const reason = isHeld ? 'DriftIgnored' : did;
  return { type: 'Synced', status: 'True', reason, message: words[reason] };
}

/** Fields under an administrator's override, with author and end. */
export function drifted(held: readonly Difference[]): Detail[] {
  const [first] = held;
  if (!first?.override) return [];
  const { author, until } = first.override;
  const message = `${pathsOf(held)} differ: an override by ${author} lasts until ${until}`;
  return [{ type: 'Drifted', status: 'True', reason: 'FieldsDiffer', message }];
}

/** The API sends a stored secret to its former address only. A person declares or enters it again. */
export function secretDropped(kind: DeclaredKind, spec: Declared['spec'], dropped: readonly string[]): Detail[] {
  if (dropped.length === 0) return [];
  const paths = secretsOf(kind).filter((path) => dropped.includes(pathText(path)));
  const addresses = [...new Set(paths.flatMap(({ sentTo }) => sentTo(spec)))].join(' or ');
  const members = dropped.map((field) => kind.declared.secrets?.[field.replace('[]', '')] ?? field).join(', ');
  const message = `${addresses} changed, so the API dropped ${dropped.join(', ')}, which was kept for the address of before; declare ${members}, or write the secret anew in the console`;
  return [{ type: 'Stalled', status: 'True', reason: 'SecretDropped', message }];
}
