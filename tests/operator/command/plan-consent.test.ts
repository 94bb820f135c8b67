import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator } from '../../declared/operator.ts';
import { add } from '../../harness/world.ts';
import { doorwright } from './command.ts';
import { type CommandWorld, startCommandWorld } from './world.ts';

let world: CommandWorld;
beforeAll(async () => {
  world = await startCommandWorld();
});
afterAll(() => world?.stop());

const observed = { managementPolicy: 'Observe' };
const a = (kind: string, namespace: string, name: string, spec: object) => ({
  apiVersion: 'doorwright.dev/v1alpha1',
  kind,
  metadata: { name, namespace },
  spec,
});

/** The lines of `plan` for these manifests. */
async function planned(resources: readonly object[], settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(world.dir, 'manifests-'));
  resources.forEach((resource, index) => {
    writeFileSync(join(folder, `${index}.yaml`), JSON.stringify(resource));
  });
  const own = { ...world.settings, ...settings };
  const { code, stdout, stderr } = await doorwright(['plan', '-f', folder], own);
  expect(stderr).toBe('');
  return { code, stdout };
}

/** An organization of another namespace, with an observer here. */
async function scene() {
  const id = randomUUID().slice(0, 8);
  const [team, evil, acme] = [`team-${id}`, `evil-${id}`, `acme-${id}`];
  await createOperator(world.app.url).put(`organization/admin/${acme}`, { uid: id, namespace: team, fields: {} });
  const owner = (spec: object = {}) => a('Organization', team, acme, spec);
  const spy = a('Organization', evil, 'spy', { name: acme, ...observed });
  const spying = a('Application', evil, `spying-${id}`, { organizationRef: { name: 'spy' }, publicClient: true });
  const allowing = (...kinds: string[]) => ({ allowedReferrers: [{ kinds, namespaces: { from: 'All' } }] });
  const refused = `! Organization ${evil}/spy The API has no Organization admin/${acme} to observe`;
  return { id, team, evil, acme, owner, spy, spying, allowing, refused };
}

describe('doorwright plan of observing resources', () => {
  test('refuses with the operator’s words what the ruling resource does not permit', async () => {
    const { owner, spy, spying, evil, refused } = await scene();
    const { code, stdout } = await planned([owner(), spy, spying]);
    expect(stdout).toContain(refused);
    expect(stdout).toMatch(
      new RegExp(`^! Application ${evil}/spying-\\S+ Organization ${evil}/spy does not allow`, 'm'),
    );
    expect(code).toBe(1);
  });

  test('follows its entries, for each kind of referrers', async () => {
    const { owner, spy, spying, evil, allowing } = await scene();
    const looking = await planned([owner(allowing('Syncer')), spy, spying]);
    expect(looking.stdout).not.toContain('to observe');
    expect(looking.stdout).toContain(`Organization ${evil}/spy does not allow this resource to refer to it`);
    const both = await planned([owner(allowing('Application')), spy, spying]);
    expect(both.stdout).toContain(`+ Application ${evil}/spying-`);
    expect(both.code).toBe(2);
  });

  test('says if the ruling resource is in no file', async () => {
    const { spy, acme, team } = await scene();
    const { code, stdout } = await planned([spy]);
    expect(stdout).toContain(`Organization ${team}/${acme} is not among these manifests, so its consent to being`);
    expect(code).toBe(0);
  });

  test('reserves objects without a resource for platform namespaces, if they are named', async () => {
    const id = randomUUID().slice(0, 8);
    const name = `unowned-${id}`;
    const spec = { name, category: 'OAuth', type: 'GitHub', displayName: 'Ours' };
    await add(await world.app.admin(), 'provider', { ...spec, displayName: 'Handmade' });
    const all = [
      a('Provider', `team-${id}`, 'seen', { ...spec, ...observed }),
      a('Provider', `team-${id}`, 'taken', { ...spec, adoptionPolicy: 'Adopt' }),
    ];
    expect(await planned(all.slice(0, 1))).toMatchObject({ code: 0 });
    expect((await planned(all.slice(1))).stdout).toContain(`~ Provider team-${id}/taken is adopted`);
    const limits = { DOORWRIGHT_PLATFORM_NAMESPACES: 'platform' };
    const seen = await planned(all.slice(0, 1), limits);
    expect(seen.stdout).toContain(`! Provider team-${id}/seen The API has no Provider admin/${name} to observe`);
    const taken = await planned(all.slice(1), limits);
    expect(taken.stdout).toContain(`! Provider team-${id}/taken `);
    expect(taken.stdout).not.toContain('Handmade');
    expect([seen.code, taken.code]).toEqual([1, 1]);
  });
});
