import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { createIdentityProvider, type IdentityProvider } from '../../services/saml/idp/identity-provider.ts';
import { newKey } from '../../services/saml/idp/keys.ts';
import { writeMetadata } from '../../services/saml/idp/write-metadata.ts';
import { type StandIns, startStandIns } from '../../services/stand-ins/stand-in.ts';
import { servicesSettings } from '../../services/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

let idp: IdentityProvider;
let standIns: StandIns;
let world: World;
beforeAll(async () => {
  idp = await createIdentityProvider('sso.bookshops.example');
  standIns = await startStandIns([idp]);
  world = await startWorld({}, {}, { settings: servicesSettings, reroute: standIns.reroute });
}, clusterHookTimeout);
afterAll(async () => {
  await world?.stop();
  standIns?.stop();
});

const provider = async () => (await world.inApi('provider', 'bookshops')) ?? {};
const declared = (more: Record<string, unknown>) =>
  a('Provider', 'bookshops', { category: 'SAML', type: 'Keycloak', ...more });

test('a SAML provider is declared by its metadata address alone, and its fields follow the metadata', async () => {
  await world.apply(declared({ metadataUrl: idp.metadataUrl }));
  await world.ready('provider', 'bookshops');
  await eventually(async () => (await provider()).endpoint === idp.endpoint);
  expect(await provider()).toMatchObject({
    ...{ issuerUrl: idp.entityId, idP: idp.key.certificate.trim(), nameIdFormat: 'persistent' },
    metadataState: { problem: '', differing: [] },
  });
  // What the metadata wrote is no drift, and the console may change it.
  expect((await provider()).managedFields).not.toContain('endpoint');
  expect(await world.condition('provider', 'bookshops', 'Drifted')).toBeUndefined();
});

test('a field in the manifest stays, whatever the metadata say', async () => {
  const moved = 'https://sso.bookshops.example/moved';
  const { base64 } = await newKey();
  idp.metadata = () => writeMetadata({ entityId: idp.entityId, endpoint: moved, certificates: [base64] });
  const { endpoint } = idp;
  await world.apply(declared({ metadataUrl: `${idp.metadataUrl}?again`, endpoint }));
  await eventually(async () => String((await provider()).idP).includes(base64.slice(0, 60)));
  expect(await provider()).toMatchObject({ endpoint, metadataState: { differing: ['endpoint'] } });
});
