/** The number of retries and their pauses. Each pause is about twice as long as the one before, up to the maximum. */
interface Retry {
  times: number;
  firstSeconds: number;
  mostSeconds: number;
}

/** One kind of job, as the code that enqueues it needs it. */
export interface JobDefinition<Payload> {
  name: string;
  retry: Retry;
  /** Jobs that run at once in each process. The others wait. */
  atOnce: number;
  /** Timeout of one try. */
  withinSeconds: number;
  /** The times of a periodic job as a cron expression, in UTC. It may have seconds. Its payload is empty. */
  cron?: string;
  /** Jobs with one key are the same job: enqueuing it again changes nothing. */
  keyOf?: (payload: Payload) => string;
  /** The outside party of a job. If this party is slow, jobs of other groups go on. */
  groupOf?: (payload: Payload) => string;
  /** Jobs of one group that run at once in each process: four, if nothing else is said. */
  lines?: number;
  /** The earliest time to run. Without it, the job runs at once. */
  notBefore?: (payload: Payload) => Date;
}

/** A kind of job with its code. */
export interface JobKind<Payload, Deps> extends JobDefinition<Payload> {
  /** A job may be interrupted and run again, so each step must work twice. */
  run: (payload: Payload, deps: Deps) => Promise<void>;
}

/** A failure that no retry can repair. */
export class PermanentFailure extends Error {}
