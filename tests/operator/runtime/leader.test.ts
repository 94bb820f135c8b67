import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@doorwright/operator/runtime/clock.ts';
import { Leader } from '@doorwright/operator/runtime/cluster/leader.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keptCluster } from '../../crds/cluster.ts';
import { type Cluster, clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually, kubeConfig, silent } from '../world/cluster-world.ts';
import { startFaultProxy } from '../world/fault-proxy.ts';
import { Rest } from '../world/rest.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await keptCluster();
}, clusterHookTimeout);
afterAll(() => cluster?.stop());

/** A fifth of the real times: a lease of 3 s, an end after 2 s, a try every 0.4 s. */
const quick = { leaseMs: 3000, renewWithinMs: 2000, retryMs: 400 };

function aReplica(identity: string, name: string, server?: string, times: object = quick) {
  const history: string[] = [];
  let answers = 0;
  const leader = new Leader({
    client: new Rest(kubeConfig(cluster, server), { onAnswer: ({ code }) => void (code === '200' && answers++) }),
    clock: systemClock,
    random: Math.random,
    log: silent,
    namespace: 'default',
    name,
    identity,
    onElected: () => history.push('elected'),
    onLost: () => history.push('lost'),
    ...times,
  });
  leader.start();
  /** It has read or renewed the lease once more. */
  const anotherTurn = (turns = 1) => {
    const before = answers;
    return eventually(() => answers >= before + 2 * turns);
  };
  return { leader, history, anotherTurn, seesTheLease: () => eventually(() => answers > 0) };
}

describe('One of two replicas leads', () => {
  test('a returned lease is taken within three seconds, with the real times', async () => {
    const a = aReplica('a', 'graceful', undefined, {});
    await eventually(() => a.leader.isLeader);
    const b = aReplica('b', 'graceful', undefined, {});
    await b.seesTheLease();
    await a.leader.release();
    const took = await eventually(() => b.leader.isLeader, 3000);
    console.log(`T6 graceful failover: ${Math.round(took)} ms`);
    expect(a.leader.isLeader).toBe(false);
    await b.leader.release();
  });

  test('a replica that stops during its election does not act, and returns the lease', async () => {
    const name = `leaving-${randomUUID()}`;
    const a = aReplica('a', name, undefined, {});
    await a.leader.release();
    expect(a.history).toEqual([]);
    const b = aReplica('b', name, undefined, {});
    await eventually(() => b.leader.isLeader, 3000);
    await b.leader.release();
  });

  test('a vanished leader is replaced after its lease, within 18 seconds', async () => {
    const proxy = await startFaultProxy(cluster.url);
    const a = aReplica('a', 'killed', proxy.url, {});
    await eventually(() => a.leader.isLeader);
    const b = aReplica('b', 'killed', undefined, {});
    await b.seesTheLease();
    proxy.refuse();
    const took = await eventually(() => b.leader.isLeader, 18_000);
    console.log(`T6 failover after a kill: ${Math.round(took)} ms`);
    await b.leader.release();
    await a.leader.release();
    proxy.stop();
  }, 60_000);

  test('a leader that cannot renew its lease stops before another begins', async () => {
    const proxy = await startFaultProxy(cluster.url);
    const a = aReplica('a', 'cut-off', proxy.url);
    await eventually(() => a.leader.isLeader);
    const b = aReplica('b', 'cut-off');
    // A half-open connection is the hard case, because no error arrives.
    proxy.swallow(true);
    const lost = await eventually(() => a.history.includes('lost'), 5000);
    expect(b.leader.isLeader).toBe(false);
    expect(lost).toBeLessThan(3000);
    await eventually(() => b.leader.isLeader, 5000);
    await b.leader.release();
    await a.leader.release();
    proxy.stop();
  });

  test('a leader with a silently dead connection keeps its lease by another connection', async () => {
    const proxy = await startFaultProxy(cluster.url);
    const times = { leaseMs: 6000, renewWithinMs: 4000, retryMs: 800 };
    const { leader, history, anotherTurn } = aReplica('a', `half-open-${randomUUID()}`, proxy.url, times);
    await eventually(() => leader.isLeader);
    await anotherTurn();
    proxy.swallow(true);
    // Requests get lost for half of the leader's time, and no connection closes.
    await delay(times.renewWithinMs / 2);
    proxy.swallow(false);
    await anotherTurn();
    expect(history).toEqual(['elected']);
    await leader.release();
    proxy.stop();
  });

  test('exactly one of ten replicas is elected', async () => {
    const replicas = Array.from({ length: 10 }, (_, i) => aReplica(`r${i}`, 'crowd'));
    await eventually(() => replicas.some(({ leader }) => leader.isLeader));
    await Promise.all(replicas.map(({ anotherTurn }) => anotherTurn(2)));
    expect(replicas.filter(({ history }) => history.includes('elected'))).toHaveLength(1);
    await Promise.all(replicas.map(({ leader }) => leader.release()));
  });

  test('a leader keeps its lease during a short restart of the server', async () => {
    const a = aReplica('a', 'restart', undefined, {});
    await eventually(() => a.leader.isLeader);
    await cluster.restartApiServer('SIGKILL');
    await a.anotherTurn(2);
    expect(a.history).toEqual(['elected']);
    await a.leader.release();
  });
});
