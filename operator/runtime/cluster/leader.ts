import { CoordinationV1Api, type V1Lease, V1MicroTime } from '@kubernetes/client-node';
import { type Clock, pause, type Random } from '../clock.ts';
import { isNotFound, KubernetesError } from '../kubernetes-error.ts';
import type { Log } from '../observe/log.ts';
import { until } from './call-options.ts';
import type { ClusterClient } from './cluster-client.ts';

export interface LeaderOptions {
  client: ClusterClient;
  clock: Clock;
  random: Random;
  log: Log;
  namespace: string;
  name: string;
  identity: string;
  /** Called when this process may act. */
  onElected(): void;
  /** Called when the lease could not be renewed in time. The caller ends the process before the lease expires. */
  onLost(): void;
  leaseMs?: number;
  renewWithinMs?: number;
  retryMs?: number;
}

/** Leader election on one Lease of 15 s. The leader gives up after 10 s without a renewal, and tries every 2 s. */
export class Leader {
  readonly #options: Required<LeaderOptions>;
  readonly #leases: CoordinationV1Api;
  readonly #stopping = new AbortController();
  #isLeader = false;
  /** Our own time of the last change of the record, because clocks of machines differ. */
  #seen = { version: '', at: 0 };
  /** The end of another's lease without renewal. */
  #lapsesAt = Number.POSITIVE_INFINITY;
  #lease: V1Lease | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: LeaderOptions) {
    this.#options = { leaseMs: 15_000, renewWithinMs: 10_000, retryMs: 2000, ...options };
    this.#leases = options.client.api(CoordinationV1Api);
  }

  get isLeader(): boolean {
    return this.#isLeader;
  }

  start(): void {
    this.#running = this.#run().catch((error) => {
      // Nobody renews the lease now.
      this.#options.log.error({ error }, 'The election failed');
      this.#isLeader = false;
      this.#options.onLost();
    });
  }

  /** Gives the lease back, so that the standby takes it at once. Called when no pass runs. */
  async release(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    if (!this.#isLeader || !this.#lease) return;
    this.#isLeader = false;
    const free = { ...this.#lease, spec: { ...this.#lease.spec, holderIdentity: '', leaseDurationSeconds: 1 } };
    await this.#send(free, AbortSignal.timeout(this.#options.retryMs)).catch((error) =>
      this.#options.log.warn({ error }, 'Could not release the lease'),
    );
  }

  async #run(): Promise<void> {
    const { clock, random, retryMs, renewWithinMs, log, onElected, onLost } = this.#options;
    let heldAt = 0;
    /** The time that this process remains the leader. */
    const left = () => (this.#isLeader ? heldAt + renewWithinMs - clock.now() : renewWithinMs);
    while (!this.#stopping.signal.aborted) {
      const startedAt = clock.now();
      // The timeout of one try, so that a dead connection leaves time for another.
      const patience = Math.min(left(), renewWithinMs / 2);
      const held = await this.#acquireOrRenew(AbortSignal.timeout(Math.max(patience, 1))).catch((error) => {
        log.warn({ error }, this.#isLeader ? 'Could not renew the lease' : 'Could not take the lease');
        return undefined;
      });
      // The lease counts from the time of the request.
      if (held) heldAt = startedAt;
      if (held && !this.#isLeader) {
        this.#isLeader = true;
        // A process that is elected while it stops gives the lease back.
        if (!this.#stopping.signal.aborted) onElected();
      } else if (this.#isLeader && (held === false || left() <= 0)) {
        this.#isLeader = false;
        onLost();
        return;
      }
      // A standby looks twice as often as the leader renews, so that it sees renewals early.
      const wait = this.#isLeader
        ? Math.min(held ? retryMs : retryMs / 8, left())
        : Math.min((retryMs / 2) * (1 + 0.2 * random()), this.#lapsesAt - clock.now());
      await pause(clock, wait, this.#stopping.signal);
    }
  }

  /** Whether the lease is ours. Throws if that is unknown. */
  async #acquireOrRenew(signal: AbortSignal): Promise<boolean> {
    const { clock, identity, namespace, name, leaseMs } = this.#options;
    this.#lapsesAt = Number.POSITIVE_INFINITY;
    const lease = await this.#read(signal);
    const renewTime = new V1MicroTime(clock.now());
    const ours = { holderIdentity: identity, leaseDurationSeconds: Math.ceil(leaseMs / 1000), renewTime };
    if (!lease) {
      const metadata = { namespace, name };
      const spec = { ...ours, acquireTime: renewTime, leaseTransitions: 0 };
      return this.#write({ metadata, spec }, signal);
    }
    const { holderIdentity = '', leaseTransitions = 0, leaseDurationSeconds = 15 } = lease.spec ?? {};
    if (holderIdentity === identity) return this.#write({ ...lease, spec: { ...lease.spec, ...ours } }, signal);
    const version = lease.metadata?.resourceVersion ?? '';
    if (this.#seen.version !== version) this.#seen = { version, at: clock.now() };
    const lapsesAt = this.#seen.at + leaseDurationSeconds * 1000;
    if (holderIdentity !== '' && clock.now() < lapsesAt) {
      this.#lapsesAt = lapsesAt;
      return false;
    }
    const spec = { ...lease.spec, ...ours, acquireTime: renewTime, leaseTransitions: leaseTransitions + 1 };
    return this.#write({ ...lease, spec }, signal);
  }

  async #read(signal: AbortSignal): Promise<V1Lease | undefined> {
    try {
      const { name, namespace } = this.#options;
      return await this.#leases.readNamespacedLease({ name, namespace }, until(signal));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async #write(lease: V1Lease, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#send(lease, signal);
      return true;
    } catch (error) {
      // Another standby was faster. After a conflict, a leader looks again: only another holder's name ends its term.
      if (!this.#isLeader && error instanceof KubernetesError && error.isConflict) return false;
      throw error;
    }
  }

  async #send(lease: V1Lease, signal: AbortSignal): Promise<void> {
    const { name, namespace } = this.#options;
    this.#lease = lease.metadata?.resourceVersion
      ? await this.#leases.replaceNamespacedLease({ name, namespace, body: lease }, until(signal))
      : await this.#leases.createNamespacedLease({ namespace, body: lease }, until(signal));
  }
}
