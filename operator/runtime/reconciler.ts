import type { ObjectEvent } from './cluster/events.ts';
import type { Detail } from './conditions.ts';
import type { KubernetesObject } from './kubernetes-object.ts';
import type { Log } from './observe/log.ts';
import type { Resource } from './resource.ts';
import type { Change } from './store.ts';

/** What a pass found out; the runtime writes it as status and decides when to look again. */
export interface Conclusion {
  details: readonly Detail[];
  /** What Ready says if no detail blocks; default Reconciled. */
  ready?: 'Reconciled' | 'Observed';
  message?: string;
  /** The kind's own part of the status. */
  facts?: Record<string, unknown>;
  /** Things done, as opposed to states reached: those the runtime reports itself. */
  events?: readonly ObjectEvent[];
  /**
   * settled: nothing to do until something changes or the sweep comes, and that holds for waiting for a reference, too: its
   * event wakes us. retry: the world may be different in a moment.
   */
  next?: 'settled' | 'retry';
  /** With retry: not before. With settled: look again at that time, e.g. when a rotation is due. */
  afterMs?: number;
}

/** A conclusion with what was done besides. */
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
  /** Aborts when the pass has taken too long: hand it to every call. */
  signal: AbortSignal;
  log: Log;
  now: number;
}

/** The first check that answers ends the pass. Pure, so that each is a line in a table test. */
export type Check<Input> = (input: Input) => Conclusion | undefined;

/** `gone`: remove our finalizer. Otherwise the object stays and says why. */
export type Removal = { gone: true; events?: readonly ObjectEvent[] } | ({ gone: false } & Conclusion);

/**
 * One kind's behaviour. Level-based: nothing here may depend on what event led to the pass, and a pass that is repeated at any
 * point does the rest and nothing twice.
 */
// biome-ignore lint/suspicious/noExplicitAny: the registry holds reconcilers of different inputs; each is consistent in itself
export interface Reconciler<O extends KubernetesObject = any, Input = any> {
  resource: Resource;
  finalizer: string;
  /** Whether deleting the object may mean work: the finalizer is put on before anything is created, and taken off when not. */
  owns(object: O): boolean;
  /** `Kind/namespace/name` of what the spec refers to: a change there leads to a pass here. */
  references(object: O): readonly string[];
  /** `namespace/name` of the Secrets it reads or writes. */
  secrets(object: O): readonly string[];
  /** What it stands for elsewhere. Those that name the same are told of each other, and all of news of it. */
  claims?(object: O): readonly string[];
  /** Resources of this kind to which a change of another resource, or of a namespace, matters, although neither names the other. */
  concernedBy?(change: Change<KubernetesObject>): readonly KubernetesObject[];
  /** Whether the regular sweep has anything to look at, e.g. by comparing etags fetched in bulk; default yes. */
  isWorthSweeping?(object: O): boolean;
  gather(pass: Pass<O>): Promise<Input>;
  checks: readonly Check<Input>[];
  /** What is due although a check, a failure or a pause ends the pass; adds to what the pass says. `onlyTakes`: nothing is given. */
  whenStopped?(pass: Pass<O>, options?: { onlyTakes?: boolean }): Promise<Pick<Conclusion, 'facts' | 'events'>>;
  act(input: Input, pass: Pass<O>): Promise<Conclusion>;
  remove(pass: Pass<O>): Promise<Removal>;
  /** The object is no more, whoever removed it. */
  forget?(object: O): void;
}

/** Thrown anywhere in a pass by whoever knows what it means; everything else that is thrown is a failure to be retried. */
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
