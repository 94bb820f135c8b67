import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { inSmall, size } from '../../harness/database/size.ts';
import { add } from '../../harness/world.ts';
import { doorwright } from '../command/command.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

/** One of each type. */
const many = size(2, 100);

let world: World;
const dir = mkdtempSync(join(tmpdir(), 'doorwright-planted-'));
beforeAll(async () => {
  world = await startWorld({}, { auditLog: 'bodies' });
}, clusterHookTimeout);
afterAll(async () => {
  await world?.stop();
  rmSync(dir, { recursive: true });
});

const planted = new Map<string, string>();
const indexes = Array.from({ length: many }, (_, index) => index);

/** A unique value with quotation marks in its middle. */
function plant(what: string, inside = '"\\/+&%é'): string {
  const value = `${randomBytes(9).toString('hex')}${inside}${randomBytes(9).toString('hex')}`;
  planted.set(what, value);
  return value;
}

const secret = (name: string, value: string) => ({
  ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'default' } },
  stringData: { value },
});
const github = { category: 'OAuth', type: 'GitHub', clientId: 'Iv1.0123456789' };
const provider = (name: string, spec: object = {}) =>
  a('Provider', name, { ...github, clientSecretRef: { name, key: 'value' }, ...spec });
const application = (name: string, spec: object) =>
  a('Application', name, { organizationRef: { name: 'acme' }, ...spec });

/** All forms in which a text may contain a value. */
const spellings = (value: string) => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  ...(['base64', 'base64url', 'hex'] as const).map((encoding) => Buffer.from(value).toString(encoding)),
];

async function everybody(): Promise<void> {
  await world.apply(
    ...indexes.flatMap((index) => [
      secret(`github-${index}`, plant(`provider ${index}`)),
      secret(`hr-${index}`, plant(`syncer ${index}`)),
      secret(`own-${index}`, plant(`application ${index}`, '-')),
      secret(`header-${index}`, plant(`header ${index}`, '"\\/+&%')),
    ]),
    secret('watched', plant('what an observed provider should have')),
    secret('endless', plant('too long to be taken').padEnd(5000, 'x')),
    a('Organization', 'acme', { displayName: 'Acme' }),
    a('Cert', 'signing', { cryptoAlgorithm: 'ES256' }),
    provider('watched', { managementPolicy: 'Observe', displayName: 'Declared' }),
    provider('endless'),
    ...indexes.flatMap((index) => [
      provider(`github-${index}`),
      a('Syncer', `hr-${index}`, {
        ...{ organizationRef: { name: 'acme' }, type: 'Database', host: 'hr.example' },
        passwordSecretRef: { name: `hr-${index}`, key: 'value' },
      }),
      application(`own-${index}`, {
        clientId: `own-${index}`,
        clientSecretRef: { name: `own-${index}`, key: 'value' },
      }),
      application(`made-${index}`, { generate: true }),
      a('Webhook', `hook-${index}`, {
        ...{ organizationRef: { name: 'acme' }, url: 'https://crm.example', secretName: `hook-${index}` },
        headers: [{ name: 'X-Key', valueSecretRef: { name: `header-${index}`, key: 'value' } }],
      }),
    ]),
  );
  const names = indexes.flatMap((index) => [
    ['provider', `github-${index}`] as const,
    ['syncer', `hr-${index}`] as const,
    ['application', `own-${index}`] as const,
    ['application', `made-${index}`] as const,
    ['webhook', `hook-${index}`] as const,
  ]);
  for (const [kind, name] of names) await world.ready(kind, name);
}

const madeSecrets = async (when: string) => {
  for (const index of indexes) {
    const data = await world.secret(`made-${index}-oidc`);
    planted.set(`made ${index}, ${when}`, data?.OIDC_CLIENT_SECRET ?? '');
    planted.set(`hook ${index}, ${when}`, (await world.secret(`hook-${index}`))?.WEBHOOK_SECRET ?? '');
  }
};

/** A plan and a dry run of changed manifests, which report differences. */
async function differences(): Promise<Record<string, string>> {
  const changed = indexes.map((index) => provider(`github-${index}`, { displayName: 'Changed' }));
  const secrets = indexes.map((index) => secret(`github-${index}`, plant(`next of provider ${index}`)));
  // JSON is YAML.
  const documents = [...changed, ...secrets].map((each) => JSON.stringify(each)).join('\n---\n');
  writeFileSync(join(dir, 'all.yaml'), documents);
  const plan = await doorwright(['plan', '-f', dir], world.settings);
  await world.restart({}, ['--dry-run']);
  await world.apply(...changed, ...secrets);
  await eventually(() => world.operator.log.filter((line) => line.includes('Would change')).length >= many);
  return { plan: plan.stdout + plan.stderr, 'dry run': world.operator.log.join('\n') };
}

test(
  `T19${inSmall}: no secret is found in a log, an event, a status, a metric, a diff or an audit log`,
  async () => {
    const { clientSecret: there } = await add(world.admin, 'provider', {
      ...{ name: 'watched', ...github, displayName: 'Handmade' },
      clientSecret: plant('what an observed provider has'),
    });
    expect(there).not.toBe(planted.get('what an observed provider has'));
    await everybody();
    await world.reason('provider', 'watched', 'Observed');
    expect((await world.get('provider', 'watched')).status?.drift).not.toEqual([]);
    await eventually(async () => (await world.condition('provider', 'endless', 'Ready'))?.status === 'False');
    await madeSecrets('at first');
    for (const index of indexes)
      await world.kubectl(['annotate', `application.doorwright.dev/made-${index}`, 'doorwright.dev/rotate-at=now']);
    await eventually(async () => {
      const [first] = [await world.secret('made-0-oidc')];
      return first?.OIDC_CLIENT_SECRET !== planted.get('made 0, at first');
    });
    await madeSecrets('rotated');
    planted.set('key', (await world.secret('signing-key'))?.['tls.key']?.split('\n')[1] ?? '');
    const first = { log: world.operator.log.join('\n'), metrics: await world.operator.metrics() };
    const diffs = await differences();

    const records = await world.app.db('records');
    const audited = world.cluster.auditEvents();
    // The check reads each place: each contains its expected text.
    expect(audited.some((event) => 'requestObject' in event)).toBe(true);
    expect(records.length).toBeGreaterThan(many);
    expect(diffs.plan).toContain('Changed');
    const places: Record<string, string> = {
      ...{ 'log of the operator': first.log, metrics: first.metrics, ...diffs },
      'log of the api': world.app.logged.join('\n'),
      'metrics of the api': await world.app.metrics(),
      'status and spec': await world.kubectl(['get', 'doorwright', '-A', '-o', 'json']),
      events: await world.kubectl(['get', 'events.events.k8s.io', '-A', '-o', 'json']),
      'records of the api': JSON.stringify(records),
      'audit log of the cluster': JSON.stringify(audited),
    };
    const found = [...planted].flatMap(([what, value]) => {
      expect(value, what).not.toBe('');
      const forms = spellings(value);
      return Object.entries(places).flatMap(([place, text]) =>
        forms.some((form) => text.includes(form)) ? [`${what} in ${place}`] : [],
      );
    });
    const sizes = Object.entries(places).map(([place, text]) => `${place} ${Math.ceil(text.length / 1024)} KiB`);
    console.log(`T19${inSmall}: ${planted.size} secrets, ${found.length} found in ${sizes.join(', ')}`);
    expect(found).toEqual([]);
  },
  size(150_000, 900_000),
);
