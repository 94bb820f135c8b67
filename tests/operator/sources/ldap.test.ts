import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { directoryOf, person } from '../../harness/slapd/entries.ts';
import { type Directory, directoryAdmin, startSlapd, suffix } from '../../harness/slapd/slapd.ts';
import { aSecret } from '../webhooks/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, isReady, startWorld, type World } from '../world/declared-world.ts';

/** A certificate of an authority. */
const authority =
  /-----BEGIN[\s\S]+?END CERTIFICATE-----\n/
    .exec(readFileSync('crds/examples/ldaps.yaml', 'utf8'))?.[0]
    .replaceAll(/^ +/gm, '') ?? '';

let world: World;
beforeAll(async () => {
  world = await startWorld({}, {}, { settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8,::1/128' } });
  await world.namespace('other');
  await world.apply(
    aSecret('directory', { password: 'planted-directory-password', 'ca.crt': authority }),
    a('Organization', 'acme', { displayName: 'Acme' }),
    // Its name in the API is another one than in the cluster.
    a('Organization', 'renamed', { displayName: 'Globex', name: 'globex' }),
  );
  await world.ready('organization', 'acme');
  await world.ready('organization', 'renamed');
}, clusterHookTimeout);
afterAll(() => world?.stop());

/** Nobody listens there. */
const spec = (organization: string, more: object = {}) => ({
  ...{ organizationRef: { name: organization }, serverName: 'Headquarters', directoryType: 'OpenLDAP' },
  ...{ host: '127.0.0.1', port: 9, baseDn: 'dc=acme,dc=example', admin: 'cn=reader,dc=acme,dc=example' },
  passwordSecretRef: { name: 'directory', key: 'password' },
  caSecretRef: { name: 'directory', key: 'ca.crt' },
  ...more,
});

const inApi = async (owner: string, id: string) =>
  (await world.admin.get('get-ldap', { id: `${owner}/${id}` })).body.data as Record<string, unknown> | null;

test('kubectl apply of an Ldap makes an LDAP server of its organization, with the password and the CA of a Secret', async () => {
  await world.apply(a('Ldap', 'hq', spec('acme')));
  await world.ready('ldap', 'hq');
  expect(await inApi('acme', 'default.hq')).toMatchObject({
    ...{ owner: 'acme', id: 'default.hq', serverName: 'Headquarters', port: 9, autoSync: 0, passwd: '***' },
    caCertificate: authority,
    origin: { namespace: 'default', name: 'hq', resource: 'ldaps.doorwright.dev default/hq' },
    managedFields: expect.arrayContaining(['host', 'passwd', 'caCertificate']),
  });
  const { status } = await world.get('ldap', 'hq');
  expect(status).toMatchObject({ externalId: 'acme/default.hq', syncState: 'None' });
  expect(JSON.stringify([status, world.operator.log])).not.toContain('planted-directory-password');
});

test('an Ldap follows its Secret, restores its declared fields, and keeps its other ones', async () => {
  await world.apply(a('Ldap', 'kept', spec('acme')));
  await world.ready('ldap', 'kept');
  const edit = (change: object) => world.admin.post('update-ldap', change, { query: { id: 'acme/default.kept' } });
  const { serverName: _, ...before } = (await inApi('acme', 'default.kept')) ?? {};
  expect((await edit({ ...before, serverName: 'Mine' })).body).toMatchObject({ status: 'error', code: 'managed' });
  expect((await edit({ ...before, serverName: 'Headquarters', holdCount: 3 })).body).toMatchObject({ status: 'ok' });
  await world.app.db('ldaps').where({ id: 'default.kept' }).update({ host: 'elsewhere.example', version: 9 });
  await world.annotate('ldap', 'kept', 'reconcile-at', 'now');
  await eventually(async () => (await inApi('acme', 'default.kept'))?.host === '127.0.0.1');
  await world.apply(aSecret('directory', { password: 'planted-second-password', 'ca.crt': authority + authority }));
  await eventually(async () => (await inApi('acme', 'default.kept'))?.caCertificate === authority + authority);
  expect(await inApi('acme', 'default.kept')).toMatchObject({ holdCount: 3 });
});

test('equal names in two namespaces are two LDAP servers, also of one organization', async () => {
  await world.apply(
    a('Organization', 'acme', {
      displayName: 'Acme',
      allowedReferrers: [
        { kinds: ['Ldap', 'Syncer'], namespaces: { from: 'Same' } },
        {
          kinds: ['Ldap'],
          namespaces: { from: 'Selector', selector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } } },
        },
      ],
    }),
  );
  const reference = { organizationRef: { name: 'acme', namespace: 'default' } };
  await world.apply(
    a('Ldap', 'twin', { ...spec('acme'), serverName: 'One' }),
    a('Ldap', 'twin', { ...reference, serverName: 'Other', host: '127.0.0.1' }, { namespace: 'other' }),
  );
  await eventually(async () => (await inApi('acme', 'other.twin'))?.serverName === 'Other');
  expect(await inApi('acme', 'default.twin')).toMatchObject({ serverName: 'One' });
});

test('an LDAP server of an organization with another name in the API is made there, and deleted there', async () => {
  await world.apply(a('Ldap', 'far', spec('renamed')));
  await world.ready('ldap', 'far');
  expect(await inApi('globex', 'default.far')).toMatchObject({ owner: 'globex' });
  await world.remove('ldap', 'far');
  expect(await inApi('globex', 'default.far')).toBeNull();
});

test('an Ldap waits for its organization, and holds its deletion', async () => {
  await world.apply(a('Ldap', 'early', spec('later')));
  await world.reason('ldap', 'early', 'NotFoundOrNotPermitted');
  await world.apply(
    a('Organization', 'later', { displayName: 'Later', deletionPolicy: 'Delete', deletionProtection: false }),
  );
  await world.ready('ldap', 'early');
  await world.beginRemoval('organization', 'later');
  await world.reason('organization', 'later', 'HasDependents');
  await world.remove('ldap', 'early');
  await world.gone('organization', 'later');
});

test('a server that somebody added in the console is adopted under its ID', async () => {
  const added = { owner: 'acme', id: '0a1b2c3d', serverName: 'By hand', host: '127.0.0.1', port: 9 };
  expect((await world.admin.post('add-ldap', added)).body).toMatchObject({ status: 'ok' });
  const declared = { ...spec('acme'), name: '0a1b2c3d', serverName: 'By hand' };
  await world.apply(a('Ldap', 'by-hand', declared));
  await world.reason('ldap', 'by-hand', 'AdoptionRefused');
  await world.apply(a('Ldap', 'by-hand', { ...declared, adoptionPolicy: 'Adopt' }));
  await world.ready('ldap', 'by-hand');
  expect(await inApi('acme', '0a1b2c3d')).toMatchObject({ origin: { name: 'by-hand' }, baseDn: 'dc=acme,dc=example' });
  // An adopted server outlives its resource.
  await world.remove('ldap', 'by-hand');
  expect(await inApi('acme', '0a1b2c3d')).toMatchObject({ serverName: 'By hand' });
});

test('one ID in two organizations names two servers, whose resources do not compete', async () => {
  await world.apply(a('Ldap', 'shared-a', spec('acme', { name: 'shared' })));
  await world.apply(a('Ldap', 'shared-b', spec('renamed', { name: 'shared' })));
  await world.ready('ldap', 'shared-a');
  await world.ready('ldap', 'shared-b');
  expect(await inApi('acme', 'shared')).toMatchObject({ origin: { name: 'shared-a' } });
  expect(await inApi('globex', 'shared')).toMatchObject({ origin: { name: 'shared-b' } });
  await world.apply(a('Ldap', 'shared-c', spec('acme', { name: 'shared' })));
  await world.reason('ldap', 'shared-c', 'NameConflict');
});

test('a run that cannot reach the directory leaves the Ldap ready, and not synchronized', async () => {
  await world.apply(a('Ldap', 'away', spec('acme')));
  await world.ready('ldap', 'away');
  const { body } = await world.admin.post('run-ldap', undefined, { query: { id: 'acme/default.away' } });
  expect(body).toMatchObject({ status: 'error' });
  await eventually(async () => (await world.condition('ldap', 'away', 'Synced'))?.reason === 'Failed');
  expect(await world.condition('ldap', 'away', 'Held')).toMatchObject({ status: 'False' });
  const found = await world.get('ldap', 'away');
  expect(isReady(found)).toBe(true);
  expect(found.status).toMatchObject({ syncState: 'Failed', lastRunTime: expect.any(String) });
});

describe('an Ldap of a real directory', () => {
  let directory: Directory;
  beforeAll(async () => {
    directory = await startSlapd({
      ldif: directoryOf(...Array.from({ length: 12 }, (_, at) => person(`staff-${at}`))),
    });
    const { admin, passwd } = directoryAdmin;
    await world.apply(
      aSecret('office', { password: passwd, 'ca.crt': directory.caCertificate }),
      a('Ldap', 'office', spec('acme', { ...office(), admin })),
    );
    await world.ready('ldap', 'office');
  });
  afterAll(() => directory?.stop());

  const office = (more: object = {}) => ({
    ...{ host: 'localhost', port: directory.tlsPort, encryption: 'LDAPS', baseDn: suffix },
    ...{ passwordSecretRef: { name: 'office', key: 'password' }, caSecretRef: { name: 'office', key: 'ca.crt' } },
    ...{ admin: directoryAdmin.admin, ...more },
  });
  const sync = async () =>
    (await world.admin.post('run-ldap', undefined, { query: { id: 'acme/default.office' } })).body;
  const isBlocked = async () =>
    (await world.admin.get('get-user', { id: 'acme/staff-3' })).body.data?.isForbidden as boolean | undefined;
  const says = (type: string, reason: string) =>
    eventually(async () => (await world.condition('ldap', 'office', type))?.reason === reason);

  test('its people become users, by the password and the authority of its Secret', async () => {
    expect(await sync()).toMatchObject({ status: 'ok', data: { state: 'done', counts: { add: 12 } } });
    await says('Synced', 'Done');
    expect((await world.get('ldap', 'office')).status).toMatchObject({ lastCounts: { read: 12, add: 12 } });
    expect(await isBlocked()).toBe(false);
  });

  test('a part of the directory without people in the manifest blocks nobody, until somebody approves the run', async () => {
    await world.apply(a('Ldap', 'office', spec('acme', office({ baseDn: `ou=groups,${suffix}` }))));
    await world.ready('ldap', 'office');
    expect(await sync()).toMatchObject({ status: 'error', code: 'sync-held' });
    await says('Held', 'Held');
    expect(isReady(await world.get('ldap', 'office'))).toBe(true);
    expect(await isBlocked()).toBe(false);
    await world.annotate('ldap', 'office', 'approve-run', 'they moved');
    await eventually(async () => (await isBlocked()) === true);
    await says('Held', 'NotHeld');
    await says('Synced', 'Done');
  });
});
