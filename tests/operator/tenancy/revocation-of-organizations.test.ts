import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../world/cluster-world.ts';
import { type LendingWorld, startLending } from './lending-world.ts';

let lending: LendingWorld;
let world: LendingWorld['world'];
let partner: LendingWorld['partner'];
beforeAll(async () => {
  lending = await startLending();
  ({ world, partner } = lending);
}, clusterHookTimeout);
afterAll(() => world?.stop());

const declare: LendingWorld['declare'] = (...args) => lending.declare(...args);
const run: LendingWorld['run'] = (...args) => lending.run(...args);
const patch: LendingWorld['patch'] = (...args) => lending.patch(...args);
const lender: LendingWorld['lender'] = (...args) => lending.lender(...args);
const stored: LendingWorld['stored'] = (...args) => lending.stored(...args);

describe('An organization that says Disable', () => {
  const isEnabled = async (name: string) => (await stored('application', name))?.isEnabled;
  const becomes = (name: string, is: boolean) => eventually(async () => (await isEnabled(name)) === is);
  const disable = { revocation: 'Disable' };

  test('17.1 stops an application that says Freeze, and lets it run when it is permitted again', async () => {
    const organization = await lender('org-off', disable);
    const own = { ...organization.reference, publicClient: true, revocation: 'Freeze' };
    await declare(partner.own('Application', 'frozen', own), 'Reconciled');
    await organization.takesBack();
    await becomes('frozen', false);
    await organization.admitsAgain();
    await becomes('frozen', true);
    await world.settled(partner, 'application', 'frozen', 'Reconciled');
  });

  test('17.1 does not stop one while it says Freeze', async () => {
    const organization = await lender('org-freeze');
    await declare(partner.own('Application', 'runs', { ...organization.reference, publicClient: true }), 'Reconciled');
    await organization.takesBack();
    await world.settled(partner, 'application', 'runs', 'NotFoundOrNotPermitted');
    expect(await isEnabled('runs')).toBe(true);
  });

  test.for([
    ['paused', { metadata: { annotations: { 'doorwright.dev/paused': 'true' } } }],
    ['observed', { spec: { managementPolicy: 'Observe' } }],
  ] as const)('17.1 stops one whose resource is %s', async ([how, body]) => {
    const organization = await lender(`org-off-${how}`, disable);
    const name = `off-${how}`;
    await declare(partner.own('Application', name, { ...organization.reference, publicClient: true }), 'Reconciled');
    await patch(name, body);
    await organization.takesBack();
    await becomes(name, false);
  });

  test('17.1 keeps a stopped one off when its own resource goes and the organization stays', async () => {
    const organization = await lender('org-off-lost', disable);
    await declare(partner.own('Application', 'lost', { ...organization.reference, publicClient: true }), 'Reconciled');
    await organization.takesBack();
    await becomes('lost', false);
    const time = ['get', 'dwapp', 'lost', '-o', 'jsonpath={.status.switchedOffTime}'];
    await eventually(async () => (await partner.kubectl(time)).stdout !== '');
    await world.remove('organization', 'org-off-lost');
    await patch('lost', { spec: { displayName: 'Another pass' } });
    await expect(eventually(async () => (await isEnabled('lost')) === true, 6000)).rejects.toThrow('Still not so');
    expect(await stored('organization', 'org-off-lost')).toBeDefined();
  });

  /** Deletes the resource of an organization although others refer to it. */
  async function loses(name: string): Promise<void> {
    const { metadata } = await world.get('organization', name);
    await world.kubectl(['annotate', 'dworg', name, `doorwright.dev/force-finalize=${metadata.uid}`]);
    await world.remove('organization', name);
  }
  const remembered = async (name: string) =>
    (await partner.kubectl(['get', 'dwapp', name, '-o', 'jsonpath={.status.organizationRevocation}'])).stdout;

  test('17.1 stops a running one when its own resource is deleted', async () => {
    const organization = await lender('org-off-deleted', disable);
    await declare(
      partner.own('Application', 'bereft', { ...organization.reference, publicClient: true }),
      'Reconciled',
    );
    expect(await isEnabled('bereft')).toBe(true);
    await loses('org-off-deleted');
    await becomes('bereft', false);
    expect(await stored('organization', 'org-off-deleted')).toBeDefined();
    await lender('org-off-deleted', { ...disable, adoptionPolicy: 'Adopt' });
    await becomes('bereft', true);
  });

  test('17.1 leaves one running when its own resource said Freeze before it was deleted', async () => {
    const organization = await lender('org-mild', disable);
    await declare(partner.own('Application', 'mild', { ...organization.reference, publicClient: true }), 'Reconciled');
    await lender('org-mild', { revocation: 'Freeze' });
    await eventually(async () => (await remembered('mild')) === '');
    await loses('org-mild');
    await world.settled(partner, 'application', 'mild', 'NotFoundOrNotPermitted');
    expect(await isEnabled('mild')).toBe(true);
  });

  test('17.1 stops one whose resource was deleted with Orphan before', async () => {
    const organization = await lender('org-off-early', disable);
    const own = { ...organization.reference, publicClient: true, deletionPolicy: 'Orphan' };
    await declare(partner.own('Application', 'early', own), 'Reconciled');
    await run('delete', 'dwapp', 'early');
    expect(await isEnabled('early')).toBe(false);
  });

  test('17.1 stops one whose resource names another organization by now', async () => {
    const organization = await lender('org-off-gone', disable);
    const own = { ...organization.reference, publicClient: true };
    await declare(partner.own('Application', 'moved', own), 'Reconciled');
    await patch('moved', { spec: { managementPolicy: 'Observe' } });
    await world.settled(partner, 'application', 'moved', 'Observed');
    await run('delete', 'dwapp', 'moved');
    await declare(partner.own('Application', 'moved', { ...own, organizationRef: { name: 'none' } }));
    await becomes('moved', false);
  });
});
