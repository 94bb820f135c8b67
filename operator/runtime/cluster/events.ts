import { createHash } from 'node:crypto';
import { EventsV1Api, V1MicroTime } from '@kubernetes/client-node';
import { type Clock, pause } from '../clock.ts';
import { isNotFound, KubernetesError } from '../kubernetes-error.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import type { ObjectEvent } from '../object-event.ts';
import type { Log } from '../observe/log.ts';
import type { Redactor } from '../observe/redact.ts';
import { merged, until } from './call-options.ts';
import type { ClusterClient } from './cluster-client.ts';

export interface EventRecorderOptions {
  client: ClusterClient;
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
  readonly #events: EventsV1Api;
  readonly #series = new Map<string, Series>();
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;
  #serial = 0;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
    this.#events = options.client.api(EventsV1Api);
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
    const { instance } = this.#options;
    const { apiVersion, kind, metadata } = object;
    const { uid } = metadata;
    const namespace = metadata.namespace || 'default';
    const suffix = createHash('sha1')
      .update(`${id}${at}${instance}${this.#serial++}`)
      .digest('hex')
      .slice(0, 16);
    const name = `${metadata.name.slice(0, 200)}.${suffix}`;
    const body = {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name, namespace },
      eventTime: new V1MicroTime(at),
      reportingController: 'doorwright.dev/operator',
      reportingInstance: instance.slice(0, 128),
      regarding: {
        apiVersion,
        kind,
        name: metadata.name,
        ...(uid && { uid }),
        ...(metadata.namespace && { namespace: metadata.namespace }),
      },
      ...event,
    };
    await this.#events.createNamespacedEvent({ namespace, body }, until(AbortSignal.timeout(writeTimeoutMs)));
    return { name, namespace, count: 1, at };
  }

  /** False if the event is gone: the server drops events after an hour. */
  async #continue(series: Series, at: number): Promise<boolean> {
    series.count++;
    series.at = at;
    try {
      const { name, namespace, count } = series;
      const body = { series: { count, lastObservedTime: new V1MicroTime(at) } };
      await this.#events.patchNamespacedEvent({ name, namespace, body }, merged(AbortSignal.timeout(writeTimeoutMs)));
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
}
