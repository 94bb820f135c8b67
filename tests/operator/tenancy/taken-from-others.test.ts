import { isDeepStrictEqual } from 'node:util';
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
const lender: LendingWorld['lender'] = (...args) => lending.lender(...args);
const stored: LendingWorld['stored'] = (...args) => lending.stored(...args);

describe('What an organization takes back, a provider loses in spite of', () => {
  const audience = async (name: string) => (await stored('provider', name))?.organizations as string[] | undefined;
  const provider = (name: string, own: object = {}) =>
    partner.own('Provider', name, { category: 'Email', type: 'Default', ...own });

  test('17.1 a Secret that is missing', async () => {
    const organization = await lender('org-mail');
    await declare(provider('mail-held'), 'Reconciled');
    await declare(
      partner.own('Application', 'uses-mail', {
        ...{ ...organization.reference, publicClient: true, providers: [{ providerRef: { name: 'mail-held' } }] },
      }),
      'Reconciled',
    );
    await eventually(async () => (await audience('mail-held'))?.includes('org-mail') === true);
    await declare(provider('mail-held', { clientSecretRef: { name: 'none', key: 'x' } }), 'SecretMissing');
    await organization.takesBack();
    await eventually(async () => (await audience('mail-held'))?.includes('org-mail') === false);
  });

  test('17.1 a deletion that referrers hold', async () => {
    const organization = await lender('org-used');
    await declare(provider('mail-used'), 'Reconciled');
    await declare(
      partner.own('Application', 'uses-used', {
        ...{ ...organization.reference, publicClient: true, providers: [{ providerRef: { name: 'mail-used' } }] },
      }),
      'Reconciled',
    );
    await eventually(async () => (await audience('mail-used'))?.includes('org-used') === true);
    await run('delete', 'dwprov', 'mail-used', '--wait=false');
    await world.settled(partner, 'provider', 'mail-used', 'HasDependents');
    await organization.takesBack();
    await eventually(async () => (await audience('mail-used'))?.includes('org-used') === false);
  });

  test('17.1 an orphaned provider serves no organization', async () => {
    await declare(partner.own('Organization', 'own-mail-left'), 'Reconciled');
    await declare(provider('mail-left', { deletionPolicy: 'Orphan' }), 'Reconciled');
    await eventually(async () => (await audience('mail-left'))?.includes('own-mail-left') === true);
    await run('delete', 'dwprov', 'mail-left');
    expect(await stored('provider', 'mail-left')).toMatchObject({ audience: 'named', organizations: [] });
  });
});

describe('A syncer of a tenant', () => {
  const isEnabled = async (name: string) => (await stored('syncer', name))?.isEnabled;
  const becomes = (name: string, is: boolean) => eventually(async () => (await isEnabled(name)) === is);
  const syncer = (name: string, own: object) =>
    partner.own('Syncer', name, { isEnabled: true, syncInterval: 3600, ...own });

  test('17.1 stops when the organization no longer permits the kind, and runs when it does again', async () => {
    const organization = await lender('org-sync');
    await declare(syncer('stops', organization.reference), 'Reconciled');
    expect(await isEnabled('stops')).toBe(true);
    await organization.takesBack();
    await becomes('stops', false);
    const isOff = async () => {
      const { stdout } = await partner.kubectl(['get', 'dwsync', 'stops', '-o', 'jsonpath={.status.switchedOffTime}']);
      return stdout !== '';
    };
    await eventually(isOff);
    await organization.admitsAgain();
    await becomes('stops', true);
    await eventually(async () => !(await isOff()));
  });

  test.for([
    ['paused', { metadata: { annotations: { 'doorwright.dev/paused': 'true' } } }],
    ['observed', { spec: { managementPolicy: 'Observe' } }],
    ['blocked', { spec: { passwordSecretRef: { name: 'none', key: 'x' } } }],
  ] as const)('17.1 stops although its resource is %s', async ([how, body]) => {
    const organization = await lender(`org-sync-${how}`);
    await declare(syncer(how, organization.reference), 'Reconciled');
    await run('patch', 'dwsync', how, '--type=merge', '-p', JSON.stringify(body));
    await organization.takesBack();
    await becomes(how, false);
  });

  test('17.1 is stopped when it is orphaned', async () => {
    const organization = await lender('org-sync-left');
    await declare(syncer('left', { ...organization.reference, deletionPolicy: 'Orphan' }), 'Reconciled');
    await run('delete', 'dwsync', 'left');
    expect(await isEnabled('left')).toBe(false);
  });
});

describe('A directory of a tenant', () => {
  const on = { autoSync: 60, signInMode: 'Everybody' };
  const off = { autoSync: 0, signInMode: 'Off' };
  const row = async (organization: string, name: string) => {
    const found = await world.app.store('ldap').find(world.app.db, organization, `partner.${name}`);
    return { autoSync: found?.autoSync, signInMode: found?.signInMode };
  };
  const becomes = (organization: string, name: string, is: object) =>
    eventually(async () => isDeepStrictEqual(await row(organization, name), is));
  const ldap = (name: string, own: object) => partner.own('Ldap', name, { host: '127.0.0.1', ...on, ...own });

  test('17.1 neither runs nor signs in when the organization no longer permits it, and does again when it does', async () => {
    const organization = await lender('org-ldap');
    await declare(ldap('stops', organization.reference), 'Reconciled');
    expect(await row('org-ldap', 'stops')).toEqual(on);
    await organization.takesBack();
    await becomes('org-ldap', 'stops', off);
    const since = ['get', 'dwldap', 'stops', '-o', 'jsonpath={.status.switchedOffTime}'];
    await eventually(async () => (await partner.kubectl(since)).stdout !== '');
    await organization.admitsAgain();
    await becomes('org-ldap', 'stops', on);
    await eventually(async () => (await partner.kubectl(since)).stdout === '');
  });

  test.for([
    ['paused', { metadata: { annotations: { 'doorwright.dev/paused': 'true' } } }],
    ['blocked', { spec: { passwordSecretRef: { name: 'none', key: 'x' } } }],
  ] as const)('17.1 is switched off although its resource is %s', async ([how, body]) => {
    const organization = await lender(`org-ldap-${how}`);
    await declare(ldap(how, organization.reference), 'Reconciled');
    await run('patch', 'dwldap', how, '--type=merge', '-p', JSON.stringify(body));
    await organization.takesBack();
    await becomes(`org-ldap-${how}`, how, off);
  });

  test('17.1 is switched off when it is orphaned', async () => {
    const organization = await lender('org-ldap-left');
    await declare(ldap('left', { ...organization.reference, deletionPolicy: 'Orphan' }), 'Reconciled');
    await run('delete', 'dwldap', 'left');
    expect(await row('org-ldap-left', 'left')).toEqual(off);
  });
});

describe('A webhook of a tenant', () => {
  const row = async (name: string) => {
    const { isEnabled, isUserExtended } = (await stored('webhook', name)) ?? {};
    return { isEnabled, isUserExtended };
  };
  const becomes = (name: string, is: object) => eventually(async () => isDeepStrictEqual(await row(name), is));
  const webhook = (name: string, own: object) =>
    partner.own('Webhook', name, { url: 'https://crm.example', isUserExtended: true, ...own });

  test('17.1 sends nothing when the organization no longer permits it, and sends again when it does', async () => {
    const organization = await lender('org-hook');
    await declare(webhook('hook-stops', organization.reference), 'Reconciled');
    expect(await row('hook-stops')).toEqual({ isEnabled: true, isUserExtended: true });
    await organization.takesBack();
    await becomes('hook-stops', { isEnabled: false, isUserExtended: false });
    const off = ['get', 'dwhook', 'hook-stops', '-o', 'jsonpath={.status.switchedOffTime}'];
    await eventually(async () => (await partner.kubectl(off)).stdout !== '');
    await organization.admitsAgain();
    await becomes('hook-stops', { isEnabled: true, isUserExtended: true });
    await eventually(async () => (await partner.kubectl(off)).stdout === '');
  });

  test('17.1 sends whole users only if the organization says so', async () => {
    const organization = await lender('org-hook-narrow');
    await declare(webhook('hook-narrow', organization.reference), 'Reconciled');
    await organization.narrows();
    await world.settled(partner, 'webhook', 'hook-narrow', 'NotFoundOrNotPermitted');
    await becomes('hook-narrow', { isEnabled: false, isUserExtended: false });
    await declare(webhook('hook-narrow', { ...organization.reference, isUserExtended: undefined }), 'Reconciled');
    await becomes('hook-narrow', { isEnabled: true, isUserExtended: false });
  });

  test('17.1 is stopped when it is orphaned', async () => {
    const organization = await lender('org-hook-left');
    await declare(webhook('hook-left', { ...organization.reference, deletionPolicy: 'Orphan' }), 'Reconciled');
    await run('delete', 'dwhook', 'hook-left');
    expect(await row('hook-left')).toEqual({ isEnabled: false, isUserExtended: false });
  });
});
