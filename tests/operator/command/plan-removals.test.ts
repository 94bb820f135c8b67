import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator } from '../../declared/operator.ts';
import { doorwright } from './command.ts';
import { type CommandWorld, startCommandWorld } from './world.ts';

let world: CommandWorld;
beforeAll(async () => {
  world = await startCommandWorld();
});
afterAll(() => world?.stop());

type Policies = { deletion?: 'Delete' | 'Orphan'; isProtected?: boolean };
const fields = { category: 'OAuth', type: 'GitHub', clientId: 'x' };

/** Declares a provider as the operator of a source. */
async function declared(source: { cluster: string; namespace: string }, name: string, policies: Policies = {}) {
  const uid = randomUUID();
  const origin = { ...source, name, uid, generation: 1 };
  const path = `provider/admin/${name}`;
  const { status } = await createOperator(world.app.url).ask('PUT', path, { origin, fields, policies });
  expect(status).toBe(200);
}

/** A folder with one manifest and four missing ones, one of each policy. */
async function scene(clusterOf: (folder: string) => string) {
  const id = randomUUID().slice(0, 8);
  const folder = mkdtempSync(join(world.dir, 'manifests-'));
  const source = { cluster: clusterOf(folder), namespace: `team-${id}` };
  const metadata = { name: `kept-${id}`, namespace: source.namespace };
  const kept = { apiVersion: 'doorwright.dev/v1alpha1', kind: 'Provider', metadata, spec: fields };
  writeFileSync(join(folder, 'provider.yaml'), JSON.stringify(kept));
  await declared(source, `kept-${id}`);
  await declared(source, `usual-${id}`);
  await declared(source, `orphaned-${id}`, { deletion: 'Orphan' });
  await declared({ ...source, namespace: `other-${id}` }, `other-${id}`);
  await declared({ cluster: `another-${id}`, namespace: source.namespace }, `another-${id}`);
  const { settings } = world;
  const plan = (...args: string[]) => doorwright(['plan', '-f', folder, ...args], settings);
  return { id, source, plan };
}

describe('doorwright plan of objects without a manifest', () => {
  test('says in the declaring folder which are deleted and which are released', async () => {
    const { id, plan } = await scene((folder) => `folder:${folder}`);
    const { code, stdout } = await plan();
    expect(stdout).toContain(`- Provider team-${id}/usual-${id} is deleted: no manifest names it any more\n`);
    expect(stdout).toContain(`- Provider team-${id}/orphaned-${id} stays, and is no longer declared: no manifest`);
    expect(stdout).toContain(`- Provider other-${id}/other-${id} is deleted`);
    expect(stdout).not.toContain(`another-${id}`);
    expect(stdout).toMatch(/^Plan: 2 to delete, 1 to release, 1 as declared$/m);
    expect(code).toBe(2);
  });

  test('lists them on a cluster on request, in the namespaces of the manifests', async () => {
    const { id, plan } = await scene((folder) => `cluster-${folder}`);
    expect(await plan()).toMatchObject({ code: 0, stdout: 'Plan: 1 as declared\n' });
    const { code, stdout } = await plan('--prune', '-o', 'json');
    const { items, summary } = JSON.parse(stdout);
    const gone = items.filter(({ action }: { action: string }) => action !== 'none');
    expect(gone).toHaveLength(2);
    expect(gone).toContainEqual(expect.objectContaining({ name: `usual-${id}`, action: 'delete' }));
    expect(gone).toContainEqual(expect.objectContaining({ name: `orphaned-${id}`, action: 'release' }));
    expect(summary).toMatchObject({ delete: 1, release: 1 });
    expect(code).toBe(2);
  });

  test('reports a deletion that deletionProtection would hold', async () => {
    const { id, source, plan } = await scene((folder) => `folder:${folder}`);
    await declared(source, `guarded-${id}`, { isProtected: true });
    const { code, stdout } = await plan();
    expect(stdout).toContain(`! Provider team-${id}/guarded-${id} deletionProtection keeps the object`);
    expect(code).toBe(1);
  });
});
