/** How often something is tried again, and how long after: each pause is about twice the one before, up to the longest. */
interface Retry {
  times: number;
  firstSeconds: number;
  mostSeconds: number;
}

/** One kind of job, as code that enqueues it knows it. */
export interface JobDefinition<Payload> {
  name: string;
  retry: Retry;
  /** So many at once in each process; the others wait. */
  atOnce: number;
  /** No try takes longer. */
  withinSeconds: number;
  /** When it is to be done by itself, as cron writes it, in UTC. */
  cron?: string;
  /** Jobs of one key are the same job: enqueuing it again changes nothing. */
  keyOf?: (payload: Payload) => string;
  /** Whom it has to do with outside: if that one keeps us waiting, the jobs of others go on beside his. */
  groupOf?: (payload: Payload) => string;
  /** Not to be done before; at once unless stated. */
  notBefore?: (payload: Payload) => Date;
}

/** A kind of job with its work. */
export interface JobKind<Payload, Deps> extends JobDefinition<Payload> {
  /** Runs again if it was interrupted, so each step may have happened before. */
  run: (payload: Payload, deps: Deps) => Promise<void>;
}

/** Thrown by a job that no other try would help. */
export class Hopeless extends Error {}
