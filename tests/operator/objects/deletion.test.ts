import { namespaces } from '@doorwright/operator/runtime/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpFaults } from '../../bench/operator/http-faults.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { inSmall, isFull, size } from '../../harness/database/size.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, isReady, ofPlatform, startOperator, startWorld, type World } from '../world/declared-world.ts';
import { startFaultProxy } from '../world/fault-proxy.ts';
import { tombstonesIn } from '../world/tombstones.ts';

const applications = size(3, 496);
/** The time that a deletion waits for the API here. */
const patience = size(5, 300);
const promisedMs = 60_000;

let world: World;
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
let faults: Awaited<ReturnType<typeof startHttpFaults>>;
let settings: Record<string, string>;
beforeAll(async () => {
  world = await startWorld(ofPlatform(...[...quietly, ...inTrouble].map(([, namespace]) => namespace)), {
    controllerManager: true,
  });
  faults = await startHttpFaults(world.app.url);
  proxy = await startFaultProxy(faults.url);
  await world.operator.stop();
  const DOORWRIGHT_API_URL = proxy.url.replace('https:', 'http:');
  settings = { ...world.settings, DOORWRIGHT_API_URL, DOORWRIGHT_DELETION_SECONDS: String(patience) };
  world.operator = await startOperator(settings);
  await Promise.all([...quietly, ...inTrouble].map(([, namespace]) => settle(namespace)));
}, clusterHookTimeout);
afterAll(async () => {
  await world?.stop();
  proxy?.stop();
  faults?.stop();
});

/** A usual tenant: resources, their referrers, and Secrets of both. */
const tenant = (namespace: string) => {
  const mine = (kind: string, name: string, spec: object) => a(kind, `${namespace}-${name}`, spec, { namespace });
  const organizationRef = { name: `${namespace}-org` };
  return [
    mine('Organization', 'org', { displayName: namespace }),
    mine('Cert', 'cert', { cryptoAlgorithm: 'ES256' }),
    mine('Provider', 'mail', { category: 'Email', type: 'Default', clientSecretRef: { name: 'mail', key: 'value' } }),
    mine('Syncer', 'people', { organizationRef, type: 'Database', host: 'hr.example' }),
    ...Array.from({ length: applications }, (_, index) =>
      mine('Application', `app-${index}`, {
        organizationRef,
        certRef: { name: `${namespace}-cert` },
        providers: [{ providerRef: { name: `${namespace}-mail` } }],
        generate: true,
        grantTypes: ['client_credentials'],
      }),
    ),
  ];
};

async function settle(namespace: string): Promise<void> {
  await world.namespace(namespace);
  const data = { value: Buffer.from('mail-s3cret').toString('base64') };
  const metadata = { name: 'mail', namespace };
  await world.apply(...tenant(namespace), { apiVersion: 'v1', kind: 'Secret', metadata, data });
  await eventually(async () => (await world.reader.declared(namespace)).every(isReady), size(60_000, 900_000));
}

const remove = (...what: string[]) => world.kubectl(['delete', ...what, '--wait=false']);
const isGone = (namespace: string) => async () => (await world.reader.find(namespaces, namespace)) === undefined;
const stones = () => tombstonesIn(world.reader);

/** Own objects are gone, and objects that others may need remain. */
async function isLetGo(namespace: string): Promise<boolean> {
  const { db } = world.app;
  for (const table of ['applications', 'providers', 'syncers'])
    if (await db(table).where('name', 'like', `${namespace}-%`).first('name')) return false;
  const origins = await db('origins').where({ namespace }).first('name');
  return (
    origins === undefined &&
    (await db('organizations')
      .where({ name: `${namespace}-org` })
      .first('name')) !== undefined
  );
}

/** The hardest ways. They include what the others show. */
const inFirstTier = ['secretless', 'parentless', 'cut-off'];

type Way = [how: string, namespace: string, removal: (namespace: string) => Promise<unknown>];

const inThisTier = ([, namespace]: Way) => isFull || inFirstTier.includes(namespace);

const allQuietly: Way[] = [
  ['while the API is there', 'there', (namespace) => remove('namespace', namespace)],
  [
    'after its Secrets',
    'secretless',
    async (namespace) => {
      await remove('secrets', '--all', '-n', namespace);
      await remove('namespace', namespace);
    },
  ],
  [
    'after what its resources refer to',
    'parentless',
    async (namespace) => {
      const parents = ['organization', 'cert', 'provider'].map((kind) => `${kind}s.doorwright.dev`);
      await remove(parents.join(','), '--all', '-n', namespace);
      await remove('namespace', namespace);
    },
  ],
];

const quietly = allQuietly.filter(inThisTier);

const allInTrouble: Way[] = [
  [
    'while the API is unreachable',
    'cut-off',
    async (namespace) => {
      proxy.refuse();
      await remove('namespace', namespace);
    },
  ],
  [
    'while the API answers errors',
    'failing',
    async (namespace) => {
      faults.set('broken');
      await remove('namespace', namespace);
    },
  ],
  [
    'while the operator is down',
    'unattended',
    async (namespace) => {
      await world.operator.stop('SIGKILL');
      await remove('namespace', namespace);
      world.operator = await startOperator(settings);
    },
  ],
];

const inTrouble = allInTrouble.filter(inThisTier);

const awayIn = ['cut-off', 'failing'];
const restore = () => {
  proxy.accept();
  faults.set('none');
};

describe(`T10${inSmall}: a namespace with ${applications + 4} resources is deleted`, () => {
  const isLeftBehindByNobody = async (...[way, namespace, removal]: Way) => {
    await removal(namespace);
    const promised = awayIn.includes(namespace) ? promisedMs + patience * 1000 : promisedMs;
    const ms = await eventually(isGone(namespace), promised);
    restore();
    const isDrained = async () => (await stones()).length === 0 && (await isLetGo(namespace));
    const later = await eventually(isDrained, size(60_000, 300_000));
    const figures = `gone after ${(ms / 1000).toFixed(1)} s, released ${(later / 1000).toFixed(1)} s later`;
    console.log(`T10${inSmall}, ${way}: ${figures}`);
    expect(ms).toBeLessThan(promised);
  };
  // The promise holds for one at a time, so few of each run together.
  const many = isFull ? test : test.concurrent;
  many.each(quietly)('%s', { timeout: size(150_000, 900_000) }, isLeftBehindByNobody);
  test.each(inTrouble)('%s', { timeout: size(150_000, 900_000) }, isLeftBehindByNobody);
});
