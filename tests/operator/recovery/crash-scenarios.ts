import { expect } from 'vitest';
import { add } from '../../harness/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, type World } from '../world/declared-world.ts';
import { type Credentials, credentialsIn } from '../world/sign-in-of-clients.ts';
import { tombstonesIn } from '../world/tombstones.ts';
import { crashWorld, rotation } from './crash-world.ts';

/** An action of several steps, after each of which the operator may die. */
export interface Scenario {
  name: string;
  /** The least number of effects. */
  effects: number;
  /** Whether it is played in the first tier too. */
  isMain?: true;
  prepare?(subject: string): Promise<unknown>;
  /** The action of a person. Effects of the operator count from here. */
  begin(subject: string): Promise<unknown>;
  isOver(subject: string): Promise<boolean>;
  /** Conditions while no operator runs. */
  holdsWhenDead?(subject: string): Promise<unknown>;
  /** Conditions at the end. */
  holds(subject: string): Promise<unknown>;
}

export const elsewhere = 'elsewhere';

export function crashScenarios(world: () => World): Scenario[] {
  const {
    application,
    find,
    conditionOf,
    isReady,
    isGone,
    isCredentials,
    make,
    remove,
    annotate,
    inSecret,
    accepts,
    isOurs,
    isWhole,
    isNoMore,
    keyIds,
  } = crashWorld(world);
  /** The former states, by subject. */
  const before = new Map<string, Credentials>();
  const isRotated = async (name: string) =>
    (await isCredentials(name, 'Rotating', 'once')) &&
    (await inSecret(name)).clientSecret !== before.get(name)?.clientSecret &&
    !(await world().secret(`${name}-oidc`))?.OIDC_CLIENT_SECRET_NEXT;
  const inOverlap = async (name: string) => {
    await make('application', application(name));
    before.set(name, await inSecret(name));
    await annotate('application', name, 'rotate-at=once');
    await eventually(() => isRotated(name));
  };

  return [
    {
      name: 'create an organization',
      effects: 4,
      begin: (name) => world().apply(a('Organization', name, { displayName: name })),
      isOver: isReady('organization'),
      holds: (name) => isOurs('organization', name),
    },
    {
      name: 'create an application',
      isMain: true,
      effects: 5,
      begin: (name) => world().apply(application(name)),
      isOver: isReady('application'),
      async holdsWhenDead(name) {
        const secret = await world().secret(`${name}-oidc`);
        if (secret) before.set(name, credentialsIn(secret));
      },
      async holds(name) {
        await isWhole(name);
        // Values that a pod may have read are unchanged.
        expect(await inSecret(name)).toMatchObject(before.get(name) ?? {});
      },
    },
    {
      name: 'create a cert',
      effects: 5,
      begin: (name) => world().apply(a('Cert', name, { cryptoAlgorithm: 'ES256' })),
      isOver: isReady('cert'),
      async holds(name) {
        await isOurs('cert', name);
        const { certificate } = (await world().inApi('cert', name)) as { certificate: string };
        expect((await world().secret(`${name}-key`))?.['tls.crt']).toBe(certificate);
      },
    },
    {
      name: 'rotate a client secret',
      isMain: true,
      effects: 6,
      async prepare(name) {
        await make('application', application(name));
        before.set(name, await inSecret(name));
      },
      begin: (name) => annotate('application', name, 'rotate-at=once'),
      isOver: isRotated,
      async holdsWhenDead(name) {
        await accepts(before.get(name) as Credentials);
        await accepts(await inSecret(name));
      },
      async holds(name) {
        await accepts(before.get(name) as Credentials);
        await isWhole(name);
        expect(
          await world().app.db('client_secrets').where({ application: name }).whereNotNull('not_after'),
        ).toHaveLength(1);
      },
    },
    {
      name: 'retire the older client secret',
      effects: 3,
      async prepare(name) {
        await inOverlap(name);
        before.set(name, await inSecret(name));
      },
      begin: (name) =>
        world().apply(application(name, { credentials: { rotation: { ...rotation, overlapHours: 0 } } })),
      isOver: (name) => isCredentials(name, 'Issued', 'once'),
      holdsWhenDead: async (name) => accepts(await inSecret(name)),
      async holds(name) {
        await isWhole(name);
        // One request leads to one rotation.
        expect(await inSecret(name)).toEqual(before.get(name));
        expect(await world().app.db('client_secrets').where({ application: name }).whereNotNull('not_after')).toEqual(
          [],
        );
      },
    },
    {
      name: 'change the key of a cert',
      effects: 6,
      prepare: (name) => make('cert', a('Cert', name, { cryptoAlgorithm: 'ES256', publishSeconds: 1 })),
      begin: (name) => annotate('cert', name, 'rotate-at=once'),
      async isOver(name) {
        const object = await find('cert', name);
        const { keyIds: kids = [], lastHandledRotateAt } = (object?.status ?? {}) as {
          keyIds?: string[];
          lastHandledRotateAt?: string;
        };
        return (
          lastHandledRotateAt === 'once' &&
          kids[0] !== name &&
          conditionOf(object, 'CredentialsReady')?.reason === 'Issued'
        );
      },
      // Tokens of the older key are still verified. The API's cache of certs is at most 5 s old.
      holdsWhenDead: async (name) => void (await eventually(async () => (await keyIds()).includes(name))),
      async holds(name) {
        await isOurs('cert', name);
        const ours = (await keyIds()).filter((kid) => kid.startsWith(name));
        expect(ours).toHaveLength(2);
        expect(ours).toContain(name);
      },
    },
    {
      name: 'delete an application',
      isMain: true,
      effects: 2,
      prepare: (name) => make('application', application(name)),
      begin: remove('application'),
      isOver: isGone('application'),
      async holds(name) {
        await isNoMore('application', name);
        await eventually(async () => (await world().secret(`${name}-oidc`)) === undefined);
      },
    },
    {
      name: 'release an organization',
      effects: 2,
      prepare: (name) => make('organization', a('Organization', name)),
      begin: remove('organization'),
      isOver: isGone('organization'),
      holds: async (name) => expect(await world().inApi('organization', name)).toMatchObject({ origin: null }),
    },
    {
      name: 'delete by a tombstone',
      effects: 4,
      prepare: (name) => make('application', application(name)),
      async begin(name) {
        const { uid } = (await find('application', name))?.metadata ?? {};
        await annotate('application', name, `force-finalize=${uid}`);
        await remove('application')(name);
      },
      isOver: async (name) => (await isGone('application')(name)) && (await tombstonesIn(world().reader)).length === 0,
      holds: (name) => isNoMore('application', name),
    },
    {
      name: 'adopt an application',
      effects: 5,
      async prepare(name) {
        await add(world().admin, 'application', {
          ...{ name, organization: 'owner', cert: 'cert-built-in', displayName: 'Handmade' },
          grantTypes: ['client_credentials'],
        });
        const { clientId, clientSecret } = (await world().admin.get('get-application', { id: `admin/${name}` })).body
          .data;
        before.set(name, { clientId, clientSecret });
      },
      begin: (name) => world().apply(application(name, { adoptionPolicy: 'Adopt', displayName: 'Declared' })),
      isOver: isReady('application'),
      holdsWhenDead: (name) => accepts(before.get(name) as Credentials),
      async holds(name) {
        await isWhole(name);
        expect(await inSecret(name)).toEqual(before.get(name));
        expect(await world().inApi('application', name)).toMatchObject({ displayName: 'Declared' });
      },
    },
    {
      name: 'two resources adopt the same provider',
      isMain: true,
      effects: 6,
      prepare: (name) =>
        add(world().admin, 'provider', { name, category: 'OAuth', type: 'GitHub', displayName: 'Handmade' }),
      begin: (name) =>
        world().apply(
          ...['default', elsewhere].map((namespace) =>
            a(
              'Provider',
              name,
              { category: 'OAuth', type: 'GitHub', displayName: namespace, adoptionPolicy: 'Adopt' },
              { namespace },
            ),
          ),
        ),
      async isOver(name) {
        const both = await Promise.all(['default', elsewhere].map((namespace) => find('provider', name, namespace)));
        const reasons = both.map((object) => conditionOf(object, 'Ready')?.reason);
        return reasons.includes('Reconciled') && reasons.includes('NameConflict');
      },
      async holds(name) {
        const both = await Promise.all(['default', elsewhere].map((namespace) => find('provider', name, namespace)));
        const winner = both.find((object) => conditionOf(object, 'Ready')?.status === 'True');
        const namespace = winner?.metadata.namespace ?? '';
        await isOurs('provider', name, namespace);
        expect(await world().inApi('provider', name)).toMatchObject({ displayName: namespace });
      },
    },
  ];
}
