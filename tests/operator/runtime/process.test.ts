import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { runOperator } from '@doorwright/operator/runtime/run-operator.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keptCluster } from '../../crds/cluster.ts';
import { type Cluster, clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually, kubeConfig, theUser } from '../world/cluster-world.ts';
import { startFaultProxy } from '../world/fault-proxy.ts';
import { leases, objectPath } from '../world/resources.ts';
import { widgetUser } from '../world/widgets.ts';

let cluster: Cluster;
let user: ReturnType<typeof widgetUser>;
beforeAll(async () => {
  cluster = await keptCluster();
  user = widgetUser(cluster);
  await user.define();
  await theUser(cluster).namespace('team');
}, clusterHookTimeout);
afterAll(() => cluster?.stop());

interface Line {
  level: string;
  message: string;
  port?: number;
  finished?: boolean;
}

async function aProcess(kubeconfig = cluster.kubeconfig) {
  const file = new URL('process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [file, kubeconfig], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: Line[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const said = (message: string) => lines.find((line) => line.message === message);
  await eventually(() => said('Started') !== undefined);
  const probe = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${said('Started')?.port}${path}`);
    return { status: response.status, text: await response.text() };
  };
  return { child, exited, said, probe };
}

const holder = async () => {
  const path = objectPath(leases, { namespace: 'default', name: 'doorwright-operator' });
  return (
    (await user.rest.json<{ spec: { holderIdentity?: string } }>({ method: 'GET', path })).spec.holderIdentity ?? ''
  );
};
const readyIs = (name: string, expected: string) =>
  eventually(async () => (await user.ready('team', name)) === expected);

describe('The operator as a process', () => {
  test('it is alive and ready, and a standby is ready without acting', async () => {
    const first = await aProcess();
    await eventually(() => first.said('Became the leader') !== undefined);
    const second = await aProcess();
    for (const { probe } of [first, second]) {
      await eventually(async () => (await probe('/readyz')).status === 200);
      expect(await probe('/livez')).toEqual({ status: 200, text: 'ok' });
    }
    expect((await first.probe('/metrics')).text).toMatch(/leader_election_master_status\{.*\} 1/);
    expect((await second.probe('/metrics')).text).not.toMatch(/leader_election_master_status\{.*\} 1/);
    expect(second.said('Became the leader')).toBeUndefined();
    for (const { child } of [first, second]) child.kill('SIGTERM');
    expect(await Promise.all([first.exited, second.exited])).toEqual([0, 0]);
  });

  test('35.0 it goes on when nobody reads its log any more, and raises no error about that', async () => {
    const { child, exited, said, probe } = await aProcess();
    await eventually(() => said('Became the leader') !== undefined);
    child.stdout.destroy();
    await user.create('team', 'unread', { color: 'red' });
    await readyIs('unread', 'True/Reconciled');
    expect((await probe('/metrics')).text).not.toMatch(/escaped_errors_total\{.*\} [1-9]/);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });

  test('on SIGTERM it finishes its pass, returns the lease and exits 0, and the standby continues within 3 s', async () => {
    const first = await aProcess();
    await eventually(() => first.said('Became the leader') !== undefined);
    const second = await aProcess();
    await eventually(async () => (await second.probe('/readyz')).status === 200);
    await user.create('team', 'slow', { color: 'slowly' });
    await readyIs('slow', 'Unknown/Progressing');
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(first.said('Stopped')).toMatchObject({ finished: true });
    expect(await user.ready('team', 'slow')).toBe('True/Reconciled');
    expect(await holder()).not.toContain(`_${first.child.pid}`);

    const start = performance.now();
    await user.create('team', 'after', { color: 'red' });
    await readyIs('after', 'True/Reconciled');
    const took = performance.now() - start;
    console.log(`T6 graceful failover of the process: next object Ready after ${Math.round(took)} ms`);
    expect(took).toBeLessThan(3000);
    second.child.kill('SIGTERM');
    await second.exited;
  });

  test('it ends if it is stopped before it begins', async () => {
    const options = { reconcilers: () => [], namespace: 'default', tombstones: [], lease: `ended-${randomUUID()}` };
    const health = { port: 0, host: '127.0.0.1' };
    const ended = runOperator({ ...options, cluster: kubeConfig(cluster), health, signal: AbortSignal.abort() });
    expect(await Promise.race([ended, delay(10_000, 'still running', { ref: false })])).toBe(0);
  });

  test('when it silently loses the server, it exits before its lease ends, and a standby takes over', async () => {
    const proxy = await startFaultProxy(cluster.url);
    const kubeconfig = `${cluster.kubeconfig}-through-proxy`;
    writeFileSync(kubeconfig, readFileSync(cluster.kubeconfig, 'utf8').replaceAll(cluster.url, proxy.url));
    const first = await aProcess(kubeconfig);
    await eventually(() => first.said('Became the leader') !== undefined);
    const second = await aProcess();
    const start = performance.now();
    proxy.swallow(true);
    expect(await first.exited).toBe(1);
    const ended = performance.now() - start;
    expect(second.said('Became the leader')).toBeUndefined();
    await eventually(() => second.said('Became the leader') !== undefined);
    console.log(
      `Cut off: exited after ${Math.round(ended)} ms, replaced after ${Math.round(performance.now() - start)} ms`,
    );
    expect(ended).toBeLessThan(13_000);
    second.child.kill('SIGTERM');
    await second.exited;
    proxy.stop();
  }, 60_000);
});
