import { createHash } from 'node:crypto';
import { type Clock, pause } from '../clock.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import type { Log } from '../observe/log.ts';
import type { Redactor } from '../observe/redact.ts';
import { collectionPath, events, objectPath } from '../resource.ts';
import { isNotFound, KubernetesError } from './kubernetes-error.ts';
import type { Rest } from './rest.ts';

export interface ObjectEvent {
  type: 'Normal' | 'Warning';
  /** A condition's reason or one of Created, Adopted, Updated, Rotated, Deleted, Orphaned … */
  reason: string;
  /** What we were doing, in a word: Reconcile, Delete, Rotate. */
  action: string;
  note: string;
}

export interface EventRecorderOptions {
  rest: Rest;
  clock: Clock;
  redactor: Redactor;
  log: Log;
  /** The pod. */
  instance: string;
}

interface Series {
  name: string;
  namespace: string;
  count: number;
  at: number;
}

/** The same event within six minutes continues its series, as in client-go. */
const seriesMs = 6 * 60_000;
const longestNote = 1024;
/** Beyond it those longest without news begin anew when they come again. */
const mostSeries = 2000;
/** Events are a courtesy: a server that does not keep up must not fill our memory. */
const mostWaiting = 1000;
const writeTimeoutMs = 5000;
/** The lease waits for it, and so does whoever is to take it. */
const flushMs = 5000;

/** Writes events in the order they were recorded, behind the passes' backs; a failure is logged and forgotten. */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #series = new Map<string, Series>();
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;
  #serial = 0;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
  }

  record(object: KubernetesObject, event: ObjectEvent): void {
    if (this.#waiting >= mostWaiting) return;
    this.#waiting++;
    const clean = { ...event, note: this.#options.redactor.redact(event.note).slice(0, longestNote) };
    const at = this.#options.clock.now();
    this.#tail = this.#tail
      .then(() => this.#write(object, clean, at))
      .catch((error) => {
        // With its namespace everything goes that an event could be about: no line for each.
        const isTooLate = error instanceof KubernetesError && error.isOfEndingNamespace;
        if (!isTooLate) this.#options.log.warn({ error, reason: event.reason }, 'Could not record an event');
      })
      .finally(() => this.#waiting--);
  }

  /** All that was recorded is written, or the server is too slow for that. */
  async flush(): Promise<void> {
    const done = new AbortController();
    const written = this.#tail.finally(() => done.abort());
    await Promise.race([written, pause(this.#options.clock, flushMs, done.signal)]);
  }

  async #write(object: KubernetesObject, event: ObjectEvent, at: number): Promise<void> {
    this.#forgetEnded(at);
    const id = JSON.stringify([object.metadata.uid, event.type, event.reason, event.action, event.note]);
    const series = this.#series.get(id);
    this.#series.delete(id);
    const isContinued = series && (await this.#continue(series, at));
    this.#series.set(id, isContinued ? series : await this.#begin(object, event, { id, at }));
  }

  /** The one longest without news comes first, so that ten thousand that go on are not all looked at. */
  #forgetEnded(now: number): void {
    for (const [id, { at }] of this.#series) {
      if (now - at <= seriesMs && this.#series.size < mostSeries) return;
      this.#series.delete(id);
    }
  }

  async #begin(object: KubernetesObject, event: ObjectEvent, { id, at }: { id: string; at: number }): Promise<Series> {
    const { rest, instance } = this.#options;
    // Events about cluster-scoped objects live in `default`.
    const namespace = object.metadata.namespace || 'default';
    const suffix = createHash('sha1')
      .update(`${id}${at}${instance}${this.#serial++}`)
      .digest('hex')
      .slice(0, 16);
    const name = `${object.metadata.name.slice(0, 200)}.${suffix}`;
    await rest.json({
      method: 'POST',
      path: collectionPath(events, namespace),
      signal: AbortSignal.timeout(writeTimeoutMs),
      body: {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { name, namespace },
        eventTime: microTime(at),
        reportingController: 'doorwright.dev/operator',
        reportingInstance: instance.slice(0, 128),
        regarding: {
          apiVersion: object.apiVersion,
          kind: object.kind,
          namespace: object.metadata.namespace,
          name: object.metadata.name,
          uid: object.metadata.uid,
        },
        ...event,
      },
    });
    return { name, namespace, count: 1, at };
  }

  /** False if the event is gone meanwhile: the server drops events after an hour. */
  async #continue(series: Series, at: number): Promise<boolean> {
    series.count++;
    series.at = at;
    try {
      await this.#options.rest.json({
        method: 'PATCH',
        path: objectPath(events, series),
        contentType: 'application/merge-patch+json',
        signal: AbortSignal.timeout(writeTimeoutMs),
        body: { series: { count: series.count, lastObservedTime: microTime(at) } },
      });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
}

export function microTime(at: number): string {
  return new Date(at).toISOString().replace('Z', '000Z');
}
