import { isDeepStrictEqual } from 'node:util';
import { type Condition, isOurs, stamped } from './conditions.ts';
import type { KubernetesObject } from './kubernetes-object.ts';

/** The common members of every status. Members of one kind (`clientId`, `notAfter`) stand beside them. */
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
  /** The observed generation; the present one by default. */
  generation?: number;
}

/**
 * The status to write; undefined if it has not changed. An unchanged apply costs the server as much as another, and its watch
 * event would lead to the next.
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

/** Compares without the order of conditions and keys. */
function comparable(status: Status): unknown {
  const conditions = (status.conditions ?? []).map((condition) => ({ ...condition }));
  return { ...status, conditions: conditions.sort((a, b) => a.type.localeCompare(b.type)) };
}

function withoutUndefined(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
