import { randomUUID } from 'node:crypto';
import { isReady } from './changes.ts';
import type { Clock } from './clock.ts';
import { asPaused, type Condition, withReady } from './conditions.ts';
import { failureOf } from './failure.ts';
import { addingFinalizer, removingFinalizer } from './finalizer.ts';
import type { Kind } from './kinds.ts';
import type { KubernetesObject } from './kubernetes-object.ts';
import type { Log } from './observe/log.ts';
import type { Redactor } from './observe/redact.ts';
import { CircuitOpenError } from './pace/circuit-breaker.ts';
import { type Conclusion, type Pass, withMore } from './reconciler.ts';
import type { Source } from './source.ts';
import { type DesiredStatus, statusChange, statusOf } from './status.ts';

export const pausedAnnotation = 'doorwright.dev/paused';

/** Every value but `false` pauses. */
export function isPaused({ metadata }: KubernetesObject): boolean {
  const value = metadata.annotations?.[pausedAnnotation];
  return value !== undefined && value !== 'false';
}

const deadlineMs = 30_000;

export interface PassRunnerOptions {
  source: Source;
  clock: Clock;
  redactor: Redactor;
  log: Log;
  isKindPaused(kind: string): boolean;
  isNamespacePaused(namespace: string): boolean;
}

export interface Result {
  result: 'success' | 'requeue' | 'requeue_after' | 'error' | 'terminal';
  afterMs?: number;
}

/** One pass over one object, from the queue to the time of the next pass. */
export class PassRunner {
  readonly #options: PassRunnerOptions;

  constructor(options: PassRunnerOptions) {
    this.#options = options;
  }

  async run(kind: Kind, object: KubernetesObject): Promise<Result> {
    const { clock } = this.#options;
    const { namespace, name, uid, generation } = object.metadata;
    const reconcileId = randomUUID();
    const about = { controller: object.kind.toLowerCase(), kind: object.kind, namespace, name, uid, generation };
    const log = this.#options.log.child({ ...about, reconcileId });
    const tooLate = new AbortController();
    const cancel = clock.after(deadlineMs, () =>
      tooLate.abort(new DOMException('The pass took longer than 30 s', 'TimeoutError')),
    );
    const pass: Pass<KubernetesObject> = { object, signal: tooLate.signal, log, now: clock.now() };
    try {
      const conclusion = object.metadata.deletionTimestamp
        ? await this.#remove(kind, pass)
        : await this.#keep(kind, pass);
      if (conclusion) await this.#report(kind, pass.object, conclusion);
      return resultOf(conclusion ?? {});
    } catch (error) {
      return await this.#fail(kind, pass, error);
    } finally {
      cancel();
    }
  }

  /** A deleting object comes only here, so nothing is created for it again. */
  async #remove({ reconciler, store }: Kind, pass: Pass<KubernetesObject>): Promise<Conclusion | undefined> {
    const remaining = removingFinalizer(pass.object, reconciler.finalizer);
    if (!remaining) {
      // Somebody took the finalizer off by hand, and another one keeps the resource.
      await reconciler.whenStopped?.(pass, { onlyTakes: true });
      return undefined;
    }
    const removal = await reconciler.remove(pass);
    if (!removal.gone) return removal;
    for (const event of removal.events ?? []) this.#options.source.recordEvent(pass.object, event);
    store.putWritten(await this.#options.source.writeFinalizers(reconciler.resource, pass.object, remaining));
    return undefined;
  }

  async #keep(kind: Kind, pass: Pass<KubernetesObject>): Promise<Conclusion | undefined> {
    const { reconciler } = kind;
    const conditions = statusOf(pass.object).conditions ?? [];
    if (this.#isPaused(pass.object)) {
      // The generation stays too, because nobody has looked at the new one.
      const { observedGeneration = -1 } = statusOf(pass.object);
      const paused = { conditions: asPaused(conditions), facts: factsOf(pass.object), generation: observedGeneration };
      pass.object = await this.#write(kind, pass.object, paused);
      // Only the platform pauses a kind, and then nothing happens at all. Tenants can own their namespace.
      if (!this.#options.isKindPaused(pass.object.kind)) await this.#whenPaused(kind, pass);
      return undefined;
    }
    try {
      return await this.#reconcile(kind, pass);
    } catch (error) {
      // If this fails too, the pass is repeated whatever the first failure means.
      await reconciler.whenStopped?.(pass);
      throw error;
    }
  }

  async #whenPaused(kind: Kind, pass: Pass<KubernetesObject>): Promise<void> {
    const { facts, events = [] } = (await kind.reconciler.whenStopped?.(pass, { onlyTakes: true })) ?? {};
    for (const event of events) this.#options.source.recordEvent(pass.object, event);
    const { conditions = [], observedGeneration: generation = -1 } = statusOf(pass.object);
    await this.#write(kind, pass.object, { conditions, generation, facts: { ...factsOf(pass.object), ...facts } });
  }

  async #reconcile(kind: Kind, pass: Pass<KubernetesObject>): Promise<Conclusion> {
    const { reconciler, store } = kind;
    const { source } = this.#options;
    const conditions = statusOf(pass.object).conditions ?? [];
    if (!conditions.some(({ type }) => type === 'Ready')) {
      const message = 'Seen for the first time';
      const details = [{ type: 'Reconciling', status: 'True', reason: 'Progressing', message } as const];
      pass.object = await this.#write(kind, pass.object, { conditions: withReady({ details, ready: 'Reconciled' }) });
    }
    const finalizers = (reconciler.owns(pass.object) ? addingFinalizer : removingFinalizer)(
      pass.object,
      reconciler.finalizer,
    );
    if (finalizers) {
      pass.object = await source.writeFinalizers(reconciler.resource, pass.object, finalizers);
      store.putWritten(pass.object);
    }
    const input = await reconciler.gather(pass);
    for (const check of reconciler.checks) {
      const conclusion = check(input);
      if (conclusion) return withMore(conclusion, await reconciler.whenStopped?.(pass));
    }
    return await reconciler.act(input, pass);
  }

  async #fail(kind: Kind, pass: Pass<KubernetesObject>, error: unknown): Promise<Result> {
    const failure = failureOf(error);
    const durationMs = this.#options.clock.now() - pass.now;
    // An open circuit has one log line for all. A request to wait is no failure.
    const isExpected = error instanceof CircuitOpenError || failure.afterMs !== undefined;
    if (failure.cause === 'failed' || (failure.cause === 'unavailable' && !isExpected))
      pass.log.error({ error, durationMs }, 'Failed a pass');
    const isQuiet = failure.cause === 'conflict' || (failure.cause === 'unavailable' && isReady(pass.object));
    try {
      if (!isQuiet) await this.#report(kind, pass.object, failure);
    } catch (writeError) {
      pass.log.warn({ error: writeError }, 'Could not write the status');
      return { result: 'error' };
    }
    if (failure.cause === 'terminal') return { result: 'terminal' };
    return {
      result: failure.cause === 'conflict' ? 'requeue' : 'error',
      ...(failure.afterMs && { afterMs: failure.afterMs }),
    };
  }

  /** Facts that a failed pass did not find stay: a failure does not remove `clientId`. */
  async #report(kind: Kind, object: KubernetesObject, conclusion: Conclusion): Promise<void> {
    const { details, ready = 'Reconciled', message, facts, events = [] } = conclusion;
    const before = statusOf(object).conditions ?? [];
    const conditions = withReady({ details, ready, ...(message !== undefined && { message }) });
    for (const event of events) this.#options.source.recordEvent(object, event);
    await this.#write(kind, object, { conditions, facts: { ...factsOf(object), ...facts } });
    // An event about an action replaces the one about the state.
    if (!events.length || !isTrue(conditions)) this.#recordTransition(object, before, conditions);
  }

  async #write(
    { reconciler, store }: Kind,
    object: KubernetesObject,
    desired: DesiredStatus,
  ): Promise<KubernetesObject> {
    const { source, clock, redactor } = this.#options;
    const conditions = desired.conditions.map((condition) => ({
      ...condition,
      message: redactor.redact(condition.message),
    }));
    const facts = redactor.redactWithin(desired.facts ?? {});
    const status = statusChange(object, { ...desired, conditions, facts }, clock.now());
    if (!status) return object;
    const written = await source.writeStatus(reconciler.resource, object, status);
    store.putWritten(written);
    return written;
  }

  /** Records an event when Ready or its reason changes. */
  #recordTransition(object: KubernetesObject, before: readonly Condition[], after: readonly Condition[]): void {
    const was = before.find(({ type }) => type === 'Ready');
    const is = after.find(({ type }) => type === 'Ready');
    if (!is || is.status === 'Unknown' || (was?.status === is.status && was.reason === is.reason)) return;
    const type = is.status === 'True' ? 'Normal' : 'Warning';
    this.#options.source.recordEvent(object, { type, reason: is.reason, action: 'Reconcile', note: is.message });
  }

  #isPaused(object: KubernetesObject): boolean {
    const { isKindPaused, isNamespacePaused } = this.#options;
    return isPaused(object) || isKindPaused(object.kind) || isNamespacePaused(object.metadata.namespace ?? '');
  }
}

const isTrue = (conditions: readonly Condition[]) =>
  conditions.some(({ type, status }) => type === 'Ready' && status === 'True');

function factsOf(object: KubernetesObject): Record<string, unknown> {
  const { conditions: _, observedGeneration: __, ...facts } = statusOf(object);
  return facts;
}

function resultOf({ details = [], next = 'settled', afterMs }: Partial<Conclusion>): Result {
  if (next === 'retry') return { result: 'requeue', ...(afterMs !== undefined && { afterMs }) };
  const stalled = details.some(({ type }) => type === 'Stalled');
  if (afterMs === undefined) return { result: stalled ? 'terminal' : 'success' };
  return { result: 'requeue_after', afterMs };
}
