import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../world/cluster-world.ts';
import { a } from '../world/declared-world.ts';
import { forThoseOf, startTenants, type Tenant, type TenantsWorld } from './tenants-world.ts';

let world: TenantsWorld;
let partner: Tenant;
beforeAll(async () => {
  // Orphaned objects are found within two sweeps.
  world = await startTenants({ DOORWRIGHT_SYNC_SECONDS: '10' });
  partner = world.partner;
}, clusterHookTimeout);
afterAll(() => world?.stop());

const wide = { apiAccess: 'administrator', enableSignUp: true };
const stored = (kind: string, name: string) => world.app.store(kind).find(world.app.db, 'admin', name);
const rightsOf = async (name: string) => {
  const found = await stored('application', name);
  return { apiAccess: found?.apiAccess, enableSignUp: found?.enableSignUp };
};

/** A platform organization that grants the tenant everything, until it takes that back. */
async function lender(name: string, own: object = {}) {
  const { allowedReferrers } = forThoseOf('partner', 'Application', 'Provider', 'Syncer');
  const admits = (entries: object[], more: object = {}) =>
    world.apply(a('Organization', name, { displayName: name, ...own, allowedReferrers: entries, ...more }));
  const everything = allowedReferrers.map((entry) => ({ ...entry, ...wide }));
  await admits(everything);
  await world.ready('organization', name);
  return {
    reference: { organizationRef: { name, namespace: 'default' } },
    takesBack: () => admits([]),
    narrows: () => admits(allowedReferrers),
    admitsAgain: () => admits(everything),
    now: (more: object) => admits(everything, more),
  };
}
type Lender = Awaited<ReturnType<typeof lender>>;

async function declare(manifest: object, ...reasons: string[]): Promise<void> {
  const { kind, metadata } = manifest as { kind: string; metadata: { name: string } };
  const { code, stderr } = await partner.apply(manifest);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  if (reasons.length > 0) await world.settled(partner, kind.toLowerCase(), metadata.name, ...reasons);
}
const run = async (...args: string[]) => {
  const { code, stderr } = await partner.kubectl(args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
};
const patch = (name: string, body: object) => run('patch', 'dwapp', name, '--type=merge', '-p', JSON.stringify(body));

interface Scene {
  name: string;
  organization: Lender;
  /** The application with other fields. */
  application(own: object): object;
}

async function scene(name: string, own: object = {}): Promise<Scene> {
  const organization = await lender(`org-${name}`);
  const application = (more: object) =>
    partner.own('Application', name, { ...organization.reference, publicClient: true, ...wide, ...more });
  await declare(application(own), 'Reconciled');
  await eventually(async () => (await rightsOf(name)).apiAccess === 'administrator');
  return { name, organization, application };
}

const withoutFinalizers = { metadata: { finalizers: [] } };

/** A spec that asks for nothing is denied nothing, but the object still has what was granted. */
const silent = { apiAccess: undefined, enableSignUp: undefined };

type Hold = (scene: Scene) => Promise<void>;
const holds: Record<string, Hold> = {
  'a Secret that is missing': ({ application }) =>
    declare(
      application({ ...silent, publicClient: false, clientSecretRef: { name: 'none', key: 'x' } }),
      'SecretMissing',
    ),
  'a cert that is missing in its own namespace': ({ application }) =>
    declare(application({ ...silent, certRef: { name: 'none' } }), 'NotFoundOrNotPermitted'),
  'a spec that the api refuses': ({ application }) =>
    declare(application({ ...silent, redirectUris: ['https://a b.example/'] }), 'InvalidSpec'),
  'a Secret of somebody else under the name of its own': async ({ name, application }) => {
    const metadata = { name: `of-${name}`, namespace: 'partner' };
    await partner.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { kept: 'x' } });
    await declare(application({ ...silent, connectionSecret: { name: `of-${name}` } }), 'SecretConflict');
  },
  'a deletion that deletionProtection holds': async ({ name, application }) => {
    await declare(application({ deletionProtection: true }), 'Reconciled');
    await run('delete', 'dwapp', name, '--wait=false');
    await world.settled(partner, 'application', name, 'DeletionProtected');
  },
  'a deletion that a finalizer of its own holds, without the one of the operator': async ({ name }) => {
    await patch(name, { metadata: { finalizers: ['example.com/mine', 'doorwright.dev/api-object'] } });
    await patch(name, { spec: { managementPolicy: 'Observe' } });
    await world.settled(partner, 'application', name, 'Observed');
    await patch(name, { metadata: { finalizers: ['example.com/mine'] } });
    await run('delete', 'dwapp', name, '--wait=false');
  },
  'another resource of its name, which refers to nothing': async ({ name, application }) => {
    await patch(name, { spec: { managementPolicy: 'Observe' } });
    await world.settled(partner, 'application', name, 'Observed');
    await run('delete', 'dwapp', name);
    await declare(application({ organizationRef: { name: 'none' } }), 'NotFoundOrNotPermitted');
  },
  'another resource of its name in an organization of its own': async ({ name, application }) => {
    await declare(partner.own('Organization', `own-${name}`), 'Reconciled');
    await patch(name, { spec: { managementPolicy: 'Observe' } });
    await world.settled(partner, 'application', name, 'Observed');
    await run('delete', 'dwapp', name);
    await declare(application({ organizationRef: { name: `own-${name}` } }), 'NameConflict', 'RejectedByApi');
  },
  'another resource of its name in a forged organization': async ({ name, application }) => {
    await declare(partner.own('Organization', `forged-${name}`, { name: `org-${name}` }), 'NameConflict');
    await patch(name, { spec: { managementPolicy: 'Observe' } });
    await world.settled(partner, 'application', name, 'Observed');
    await run('delete', 'dwapp', name);
    await declare(application({ organizationRef: { name: `forged-${name}` } }), 'NotReady');
  },
  'another resource of its name, which declares another object': async ({ name, application }) => {
    await patch(name, { spec: { managementPolicy: 'Observe' } });
    await world.settled(partner, 'application', name, 'Observed');
    await run('delete', 'dwapp', name);
    await declare(application({ name: `other-${name}` }), 'Reconciled');
  },
  'a pause of the whole namespace': async () => {
    await world.kubectl(['annotate', 'namespace', 'partner', 'doorwright.dev/paused=true']);
  },
};

describe('What an organization takes back, an application loses in spite of', () => {
  test.for(Object.entries(holds).map(([what, hold], index) => ({ what, hold, name: `held-${index}` })))(
    '17.1 $what',
    async ({ hold, name }) => {
      const made = await scene(name);
      try {
        await hold(made);
        await made.organization.takesBack();
        await eventually(async () => {
          const { apiAccess, enableSignUp } = await rightsOf(name);
          return apiAccess === 'read-account' && enableSignUp === false;
        }, 20_000);
      } finally {
        await world.kubectl(['annotate', 'namespace', 'partner', 'doorwright.dev/paused-']);
      }
    },
  );

  test('17.1 a narrower grant, though it asks for what is granted', async () => {
    const { name, organization, application } = await scene('narrowed');
    await declare(application({ apiAccess: 'read-account', enableSignUp: false, certRef: { name: 'none' } }));
    await organization.narrows();
    await eventually(
      async () => JSON.stringify(await rightsOf(name)) === '{"apiAccess":"read-account","enableSignUp":false}',
    );
  });

  const leaves: Record<string, (name: string) => Promise<void>> = {
    'when its resource is deleted with Orphan': (name) => run('delete', 'dwapp', name),
    'when somebody takes the finalizer off by hand': async (name) => {
      await run('delete', 'dwapp', name, '--wait=false');
      await partner.kubectl(['patch', 'dwapp', name, '--type=merge', '-p', JSON.stringify(withoutFinalizers)]);
    },
    'when its resource only observes and is deleted': async (name) => {
      await patch(name, { spec: { managementPolicy: 'Observe' } });
      await world.settled(partner, 'application', name, 'Observed');
      await run('delete', 'dwapp', name);
    },
    'when a tombstone takes the place of its resource': async (name) => {
      const { metadata } = JSON.parse((await partner.kubectl(['get', 'dwapp', name, '-o', 'json'])).stdout);
      await run('annotate', 'dwapp', name, `doorwright.dev/force-finalize=${metadata.uid}`);
      await run('delete', 'dwapp', name);
    },
  };
  test.for(Object.entries(leaves).map(([what, leave], index) => ({ what, leave, name: `left-${index}` })))(
    '17.1 an orphaned application keeps no grant $what',
    async ({ leave, name }) => {
      await scene(name, { deletionPolicy: 'Orphan' });
      await leave(name);
      await eventually(async () => (await world.inApi('application', name))?.origin === null, 30_000);
      expect(await rightsOf(name)).toEqual({ apiAccess: 'read-account', enableSignUp: false });
    },
  );
});

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
  const becomes = (name: string, is: boolean) => eventually(async () => (await isEnabled(name)) === is, 20_000);
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

describe('An organization that says Disable', () => {
  const isEnabled = async (name: string) => (await stored('application', name))?.isEnabled;
  const becomes = (name: string, is: boolean) => eventually(async () => (await isEnabled(name)) === is, 20_000);
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
    await world.kubectl(['delete', 'dworg', 'org-off-lost']);
    await patch('lost', { spec: { displayName: 'Another pass' } });
    await expect(eventually(async () => (await isEnabled('lost')) === true, 6000)).rejects.toThrow('Still not so');
    expect(await stored('organization', 'org-off-lost')).toBeDefined();
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
