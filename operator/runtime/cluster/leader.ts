import { type Clock, pause, type Random } from '../clock.ts';
import type { ObjectMeta } from '../kubernetes-object.ts';
import type { Log } from '../observe/log.ts';
import { apiVersionOf, collectionPath, leases, objectPath } from '../resource.ts';
import { microTime } from './events.ts';
import { isNotFound, KubernetesError } from './kubernetes-error.ts';
import type { Rest } from './rest.ts';

interface Lease {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: string | undefined;
    renewTime?: string;
    leaseTransitions?: number;
  };
}

export interface LeaderOptions {
  rest: Rest;
  clock: Clock;
  random: Random;
  log: Log;
  namespace: string;
  name: string;
  identity: string;
  /** From here on this process may act. */
  onElected(): void;
  /** The lease could not be renewed in time: act no more. The caller ends the process before the lease lapses. */
  onLost(): void;
  leaseMs?: number;
  renewWithinMs?: number;
  retryMs?: number;
}

/** Leader election on one Lease: 15 s long, given up after 10 s without renewal, tried every 2 s. */
export class Leader {
  readonly #options: Required<LeaderOptions>;
  readonly #stopping = new AbortController();
  #isLeader = false;
  /** When we saw the holder's record change, by our own clock: clocks of two machines cannot be compared. */
  #seen = { version: '', at: 0 };
  /** When another's lease ends if it is not renewed: nobody should be without a leader for a turn longer. */
  #lapsesAt = Number.POSITIVE_INFINITY;
  #lease: Lease | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: LeaderOptions) {
    this.#options = { leaseMs: 15_000, renewWithinMs: 10_000, retryMs: 2000, ...options };
  }

  get isLeader(): boolean {
    return this.#isLeader;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Gives the lease back, so that the standby need not wait it out. Call when no pass is running any more. */
  async release(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    if (!this.#isLeader || !this.#lease) return;
    this.#isLeader = false;
    const { holderIdentity: _, ...spec } = this.#lease.spec;
    const free = { ...this.#lease, spec: { ...spec, holderIdentity: '', leaseDurationSeconds: 1 } };
    await this.#send(free, AbortSignal.timeout(this.#options.retryMs)).catch((error) =>
      this.#options.log.warn({ error }, 'Could not release the lease'),
    );
  }

  async #run(): Promise<void> {
    const { clock, random, retryMs, renewWithinMs, log, onElected, onLost } = this.#options;
    let heldAt = 0;
    /** How long this process may still call itself the leader. */
    const left = () => (this.#isLeader ? heldAt + renewWithinMs - clock.now() : renewWithinMs);
    while (!this.#stopping.signal.aborted) {
      const startedAt = clock.now();
      // A connection that died without a word must leave time for a try on another one.
      const patience = Math.min(left(), renewWithinMs / 2);
      const held = await this.#acquireOrRenew(AbortSignal.timeout(Math.max(patience, 1))).catch((error) => {
        log.warn({ error }, this.#isLeader ? 'Could not renew the lease' : 'Could not take the lease');
        return undefined;
      });
      // The lease counts from when the request left, not from when the answer came.
      if (held) heldAt = startedAt;
      if (held && !this.#isLeader) {
        this.#isLeader = true;
        // Who is elected while he leaves only has something to give back.
        if (!this.#stopping.signal.aborted) onElected();
      } else if (this.#isLeader && (held === false || left() <= 0)) {
        this.#isLeader = false;
        onLost();
        return;
      }
      // A standby looks twice as often as the leader renews: a renewal that it sees late, it waits out late.
      const wait = this.#isLeader
        ? Math.min(held ? retryMs : retryMs / 8, left())
        : Math.min((retryMs / 2) * (1 + 0.2 * random()), this.#lapsesAt - clock.now());
      await pause(clock, wait, this.#stopping.signal);
    }
  }

  /** True: ours. False: someone else's. Throws if that cannot be known. */
  async #acquireOrRenew(signal: AbortSignal): Promise<boolean> {
    const { clock, identity, namespace, name, leaseMs } = this.#options;
    this.#lapsesAt = Number.POSITIVE_INFINITY;
    const lease = await this.#read(signal);
    const renewTime = microTime(clock.now());
    const ours = { holderIdentity: identity, leaseDurationSeconds: Math.ceil(leaseMs / 1000), renewTime };
    if (!lease) {
      const metadata = { namespace, name };
      const spec = { ...ours, acquireTime: renewTime, leaseTransitions: 0 };
      return this.#write({ apiVersion: apiVersionOf(leases), kind: leases.kind, metadata, spec }, signal);
    }
    const { holderIdentity = '', leaseTransitions = 0, leaseDurationSeconds = 15 } = lease.spec;
    if (holderIdentity === identity) return this.#write({ ...lease, spec: { ...lease.spec, ...ours } }, signal);
    if (this.#seen.version !== lease.metadata.resourceVersion)
      this.#seen = { version: lease.metadata.resourceVersion ?? '', at: clock.now() };
    const lapsesAt = this.#seen.at + leaseDurationSeconds * 1000;
    if (holderIdentity !== '' && clock.now() < lapsesAt) {
      this.#lapsesAt = lapsesAt;
      return false;
    }
    const spec = { ...lease.spec, ...ours, acquireTime: renewTime, leaseTransitions: leaseTransitions + 1 };
    return this.#write({ ...lease, spec }, signal);
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    try {
      return await this.#options.rest.json<Lease>({ method: 'GET', path: objectPath(leases, this.#options), signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async #write(lease: Lease, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#send(lease, signal);
      return true;
    } catch (error) {
      // Another standby was faster. A leader that meets a conflict looks again: only the holder's name can depose it.
      if (!this.#isLeader && error instanceof KubernetesError && error.isConflict) return false;
      throw error;
    }
  }

  async #send(lease: Lease, signal: AbortSignal): Promise<void> {
    const { rest, namespace } = this.#options;
    const call = lease.metadata.resourceVersion
      ? ({ method: 'PUT', path: objectPath(leases, this.#options) } as const)
      : ({ method: 'POST', path: collectionPath(leases, namespace) } as const);
    this.#lease = await rest.json<Lease>({ ...call, body: lease, signal });
  }
}
