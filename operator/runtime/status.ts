import { isDeepStrictEqual } from 'node:util';
import { type Condition, isOurs, stamped } from './conditions.ts';
import type { KubernetesObject } from './kubernetes-object.ts';

/** What every kind's status has; facts of one kind (`clientId`, `notAfter` …) stand beside these. */
export interface Status {
  observedGeneration?: number;
  conditions?: Condition[];
  [fact: string]: unknown;
}

export function statusOf(object: KubernetesObject): Status {
  return (object.status ?? {}) as Status;
}

export interface DesiredStatus {
  conditions: readonly Condition[];
  facts?: Record<string, unknown>;
  /** The one the findings are about; default the object's current one. */
  generation?: number;
}

/**
 * The status to write, or undefined if the object shows it already. An apply that changes nothing costs the server as much
 * as one that does, and an unguarded one would answer its own watch event for ever.
 */
export function statusChange(object: KubernetesObject, desired: DesiredStatus, now: number): Status | undefined {
  const current = statusOf(object);
  const generation = desired.generation ?? object.metadata.generation ?? 0;
  const previous = current.conditions ?? [];
  const next: Status = {
    ...withoutUndefined(desired.facts ?? {}),
    observedGeneration: generation,
    conditions: stamped(desired.conditions, previous, { generation, now }),
  };
  const shown: Status = { ...current, conditions: previous.filter(({ type }) => isOurs(type)) };
  return isDeepStrictEqual(comparable(shown), comparable(next)) ? undefined : next;
}

/** The order of conditions means nothing (a map list), nor does that of keys. */
function comparable(status: Status): unknown {
  const conditions = (status.conditions ?? []).map((condition) => ({ ...condition }));
  return { ...status, conditions: conditions.sort((a, b) => a.type.localeCompare(b.type)) };
}

function withoutUndefined(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
