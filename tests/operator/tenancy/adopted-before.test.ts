import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { add } from '../../harness/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { ofPlatform } from '../world/declared-world.ts';
import { type Lender, type LendingWorld, startLending, wide } from './lending-world.ts';

let lending: LendingWorld;
let world: LendingWorld['world'];
let strict: Lender;
let plain: Lender;
const originOf = (kind: string, name: string) => lending.stored('origin', `${kind}/admin/${name}`);

/** The tenant's namespace was a platform namespace, and its resources adopted what people had made. */
beforeAll(async () => {
  lending = await startLending();
  ({ world } = lending);
  const { partner } = lending;
  [strict, plain] = [await lending.lender('strict', { revocation: 'Disable' }), await lending.lender('plain')];
  await world.restart(ofPlatform('partner'));
  const mail = { category: 'Email', type: 'Default', host: 'smtp.partner.example' };
  await add(world.admin, 'application', { name: 'old-strict', organization: 'strict' });
  await add(world.admin, 'application', { name: 'old-plain', organization: 'plain' });
  await add(world.admin, 'provider', { name: 'old-mail', ...mail });
  await add(world.admin, 'syncer', { name: 'old-sync', organization: 'plain', isEnabled: true, syncInterval: 3600 });
  const adoptionPolicy = 'Adopt';
  const toAll = { kinds: ['Application'], namespaces: { from: 'All' } };
  const application = { publicClient: true, ...wide, adoptionPolicy };
  for (const manifest of [
    partner.own('Application', 'old-strict', { ...application, ...strict.reference }),
    partner.own('Application', 'old-plain', { ...application, ...plain.reference }),
    partner.own('Provider', 'old-mail', { ...mail, adoptionPolicy, allowedReferrers: [toAll] }),
    partner.own('Syncer', 'old-sync', { ...plain.reference, isEnabled: true, syncInterval: 3600, adoptionPolicy }),
  ])
    await lending.declare(manifest, 'Reconciled');
  for (const [kind, name] of [
    ['application', 'old-strict'],
    ['application', 'old-plain'],
    ['provider', 'old-mail'],
    ['syncer', 'old-sync'],
  ] as const)
    expect(await originOf(kind, name)).toMatchObject({ isAdopted: true });
  await world.restart();
  await world.settled(partner, 'application', 'old-plain', 'AdoptionRefused');
}, clusterHookTimeout);
afterAll(() => world?.stop());

test('17.1 an adopted application keeps what its organization grants until the organization takes it back', async () => {
  expect(await lending.rightsOf('old-plain')).toEqual(wide);
  await plain.takesBack();
  await eventually(async () => (await lending.rightsOf('old-plain')).apiAccess === 'read-account');
  expect(await lending.rightsOf('old-plain')).toEqual({ apiAccess: 'read-account', enableSignUp: false });
  expect(await lending.stored('application', 'old-plain')).toMatchObject({ isEnabled: true });
  expect(await originOf('application', 'old-plain')).toMatchObject({ isAdopted: true });
});

test('17.1 an organization with revocation Disable stops an adopted application', async () => {
  await strict.takesBack();
  await eventually(async () => (await lending.stored('application', 'old-strict'))?.isEnabled === false);
});

test('17.1 an adopted provider serves the organizations that admit the namespace, and an adopted syncer stops', async () => {
  await Promise.all([plain.takesBack(), strict.takesBack()]);
  const audience = async () => (await lending.stored('provider', 'old-mail'))?.audience;
  await eventually(async () => (await audience()) === 'named');
  await eventually(async () => String((await lending.stored('provider', 'old-mail'))?.organizations) === '');
  await eventually(async () => (await lending.stored('syncer', 'old-sync'))?.isEnabled === false);
});
