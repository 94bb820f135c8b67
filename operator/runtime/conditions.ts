import {
  type ConditionType,
  conditionTypes,
  type DetailType,
  type ReadyReason,
  type ReasonOf,
  runReasons,
} from './reasons.ts';

export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason: string;
  message: string;
  observedGeneration?: number;
  lastTransitionTime?: string;
}

/** One statement of a pass. The type allows each condition its own reasons only. */
export type Detail = {
  [T in DetailType]: { type: T; status: 'True' | 'False' | 'Unknown'; reason: ReasonOf<T>; message: string };
}[DetailType];

export interface Findings {
  details: readonly Detail[];
  /** The reason of Ready when nothing blocks. */
  ready: 'Reconciled' | 'Observed';
  message?: string;
}

/** Conditions about something beside the object. It is ready whatever they say. */
const isAside = ({ type, reason }: Detail): boolean =>
  type === 'Drifted' || type === 'Held' || (type === 'Synced' && (runReasons as readonly string[]).includes(reason));

/**
 * Ready follows from the other conditions, so that kstatus, Argo and Ready agree. Stalled, Reconciling or a False detail mean not
 * ready.
 */
export function withReady({ details: found, ready, message }: Findings): Condition[] {
  // Stalled excludes Reconciling, because kstatus takes the first that it reads.
  const isStalled = found.some(({ type }) => type === 'Stalled');
  const details = found.filter(({ type }) => !isStalled || type !== 'Reconciling');
  const blocker =
    details.find(({ type }) => type === 'Stalled') ??
    details.find((detail) => detail.status !== 'True' && !isAside(detail)) ??
    details.find(({ type }) => type === 'Reconciling');
  const verdict: Condition = blocker
    ? {
        type: 'Ready',
        status: blocker.type === 'Reconciling' && blocker.reason === 'Progressing' ? 'Unknown' : 'False',
        reason: blocker.reason satisfies ReadyReason,
        message: blocker.message,
      }
    : { type: 'Ready', status: 'True', reason: ready, message: message ?? 'Everything is as declared' };
  const working =
    blocker && !details.some(({ type }) => type === 'Stalled' || type === 'Reconciling')
      ? // kstatus treats a False Ready alone as in progress. This says so to other tools.
        [{ type: 'Reconciling', status: 'True', reason: 'Progressing', message: blocker.message } as const]
      : [];
  return [verdict, ...details, ...working];
}

/** A paused object is not looked at. Ready keeps its status and says that it is paused. */
export function asPaused(previous: readonly Condition[]): Condition[] {
  const ready = previous.find(({ type }) => type === 'Ready');
  const rest = previous.filter(({ type }) => isOurs(type) && type !== 'Ready' && type !== 'Reconciling');
  const message = 'Paused; nothing is written until that ends';
  return [{ type: 'Ready', status: ready?.status ?? 'Unknown', reason: 'Paused', message }, ...rest];
}

export function isOurs(type: string): type is ConditionType {
  return (conditionTypes as readonly string[]).includes(type);
}

/** Adds generation and times. A time changes only when the status changes. */
export function stamped(
  conditions: readonly Condition[],
  previous: readonly Condition[],
  { generation, now }: { generation: number; now: number },
): Condition[] {
  return conditions.map(({ type, status, reason, message }) => {
    const before = previous.find((condition) => condition.type === type);
    const time = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
    const lastTransitionTime = before?.status === status ? (before.lastTransitionTime ?? time) : time;
    return {
      type,
      status,
      reason,
      message: message.slice(0, 32_768),
      observedGeneration: generation,
      lastTransitionTime,
    };
  });
}
