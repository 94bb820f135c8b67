import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../world/cluster-world.ts';
import { type Lender, type LendingWorld, startLending, wide } from './lending-world.ts';

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
const rightsOf: LendingWorld['rightsOf'] = (...args) => lending.rightsOf(...args);

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
    // With the connection Secret of the former resource, it would ask for the same client ID.
    const secrets = ['get', 'secrets', '-o', 'name'];
    await eventually(async () => !(await partner.kubectl(secrets)).stdout.includes(`/${name}-oidc`));
    await declare(application({ name: `other-${name}` }), 'Reconciled');
  },
  'a pause of the whole namespace': async () => {
    await world.kubectl(['annotate', 'namespace', 'partner', 'doorwright.dev/paused=true']);
  },
};

describe('An application loses what an organization takes back, in spite of', () => {
  test.for(Object.entries(holds).map(([what, hold], index) => [what, hold, `held-${index}`] as const))(
    '17.1 %s',
    async ([, hold, name]) => {
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
  test.for(Object.entries(leaves).map(([what, leave], index) => [what, leave, `left-${index}`] as const))(
    '17.1 an orphaned application keeps no grant %s',
    async ([, leave, name]) => {
      await scene(name, { deletionPolicy: 'Orphan' });
      await leave(name);
      await eventually(async () => (await world.inApi('application', name))?.origin === null);
      expect(await rightsOf(name)).toEqual({ apiAccess: 'read-account', enableSignUp: false });
    },
  );
});
