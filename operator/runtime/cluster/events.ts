import { createHash } from 'node:crypto';
import { type Clock, pause } from '../clock.ts';
import { isNotFound, KubernetesError } from '../kubernetes-error.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import type { ObjectEvent } from '../object-event.ts';
import type { Log } from '../observe/log.ts';
import type { Redactor } from '../observe/redact.ts';
import { collectionPath, events, objectPath } from '../resource.ts';
import type { Rest } from './rest.ts';

export interface EventRecorderOptions {
  rest: Rest;
  clock: Clock;
  redactor: Redactor;
  log: Log;
  /** The name of the pod. */
  instance: string;
}

interface Series {
  name: string;
  namespace: string;
  count: number;
  at: number;
}

/** An equal event within six minutes continues the series, as in client-go. */
const seriesMs = 6 * 60_000;
const longestNote = 1024;
/** The limit of series. The oldest ones begin anew. */
const mostSeries = 2000;
/** The limit of waiting events, so that a slow server does not fill the memory. */
const mostWaiting = 1000;
const writeTimeoutMs = 5000;
/** The longest time to write events at the end, because the lease waits. */
const flushMs = 5000;

/** Writes events in order, beside the passes. A failure is only logged. */
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
        // A deleted namespace takes the objects of its events along, so nothing is logged.
        const isTooLate = error instanceof KubernetesError && error.isOfEndingNamespace;
        if (!isTooLate) this.#options.log.warn({ error, reason: event.reason }, 'Could not record an event');
      })
      .finally(() => this.#waiting--);
  }

  /** Waits until all events are written, or the server is too slow. */
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

  /** The oldest series is first, so finding it is cheap. */
  #forgetEnded(now: number): void {
    for (const [id, { at }] of this.#series) {
      if (now - at <= seriesMs && this.#series.size < mostSeries) return;
      this.#series.delete(id);
    }
  }

  async #begin(object: KubernetesObject, event: ObjectEvent, { id, at }: { id: string; at: number }): Promise<Series> {
    const { rest, instance } = this.#options;
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

  /** False if the event is gone: the server drops events after an hour. */
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
