import type { Detail } from './conditions.ts';
import type { KubernetesObject } from './kubernetes-object.ts';
import type { ObjectEvent } from './object-event.ts';
import type { Log } from './observe/log.ts';
import type { Resource } from './resource.ts';
import type { Change } from './store.ts';

/** The result of a pass. The runtime writes it as status and decides about the next pass. */
export interface Conclusion {
  details: readonly Detail[];
  /** The reason of Ready if no detail blocks; Reconciled by default. */
  ready?: 'Reconciled' | 'Observed';
  message?: string;
  /** Status members of the kind. */
  facts?: Record<string, unknown>;
  /** Events about actions. The runtime itself reports states. */
  events?: readonly ObjectEvent[];
  /** settled: waits for a change or the sweep, for references too. retry: the state may differ in a moment. */
  next?: 'settled' | 'retry';
  /** The time of the next pass: the earliest with retry, exact with settled. */
  afterMs?: number;
}

/** Adds facts and events to a conclusion. */
export const withMore = <C extends Partial<Conclusion>>(
  conclusion: C,
  { facts = {}, events = [] }: Pick<Partial<Conclusion>, 'facts' | 'events'> = {},
): C => ({
  ...conclusion,
  facts: { ...conclusion.facts, ...facts },
  events: [...(conclusion.events ?? []), ...events],
});

export interface Pass<O> {
  object: O;
  /** Aborts when the pass takes too long. Every call gets it. */
  signal: AbortSignal;
  log: Log;
  now: number;
}

/** The first check with a result ends the pass. Checks are pure functions. */
export type Check<Input> = (input: Input) => Conclusion | undefined;

/** `gone` removes our finalizer. Otherwise the object stays and says why. */
export type Removal = { gone: true; events?: readonly ObjectEvent[] } | ({ gone: false } & Conclusion);

/**
 * The behaviour of one kind. It never depends on the event that led to the pass, and repeating a pass at any point does nothing
 * twice.
 */
// biome-ignore lint/suspicious/noExplicitAny: the registry holds reconcilers of different inputs; each is consistent in itself
export interface Reconciler<O extends KubernetesObject = any, Input = any> {
  resource: Resource;
  finalizer: string;
  /** Whether a deletion may need work. The finalizer is added before anything is created. */
  owns(object: O): boolean;
  /** `Kind/namespace/name` of references. A change there leads to a pass here. */
  references(object: O): readonly string[];
  /** `namespace/name` of Secrets that it reads or writes. */
  secrets(object: O): readonly string[];
  /** The objects of the API that it represents. Resources with the same claim hear of each other. */
  claims?(object: O): readonly string[];
  /** Resources of this kind that a change concerns although there is no reference either way. */
  concernedBy?(change: Change<KubernetesObject>): readonly KubernetesObject[];
  /** Whether the sweep needs to look at the object; yes by default. */
  isWorthSweeping?(object: O): boolean;
  gather(pass: Pass<O>): Promise<Input>;
  checks: readonly Check<Input>[];
  /** The work that is due although a check, a failure or a pause ends the pass. With `onlyTakes`, it gives nothing. */
  whenStopped?(pass: Pass<O>, options?: { onlyTakes?: boolean }): Promise<Pick<Conclusion, 'facts' | 'events'>>;
  act(input: Input, pass: Pass<O>): Promise<Conclusion>;
  remove(pass: Pass<O>): Promise<Removal>;
  /** The object is gone, whoever removed it. */
  forget?(object: O): void;
}

/** An understood obstacle. All other errors are failures and retried. */
export class Blocked extends Error {
  readonly detail: Detail;
  readonly next: 'settled' | 'retry';
  readonly afterMs: number | undefined;

  constructor(detail: Detail, { next = 'settled', afterMs }: { next?: 'settled' | 'retry'; afterMs?: number } = {}) {
    super(detail.message);
    this.name = 'Blocked';
    this.detail = detail;
    this.next = next;
    this.afterMs = afterMs;
  }
}
