import { readTenantNetworks } from '@doorwright/api/core/egress/tenant-networks.ts';
import { drainMs } from '@doorwright/api/process/drain-server.ts';
import { closeMs } from '@doorwright/api/process/start.ts';
import { kinds } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { expect, it } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { combinations, everything, helm, least, manifests, refusal, render, withCloudNativePg } from './chart.ts';

it(
  'helm lint accepts the chart, with defaults and with all options',
  async () => {
    for (const values of [{}, { ...least, ...everything }, withCloudNativePg]) {
      const { code, stdout } = await helm(['lint', '--strict', 'helm'], values);
      expect(stdout).not.toContain('[WARNING]');
      expect(code).toBe(0);
    }
  },
  clusterHookTimeout,
);

// The definitions of crds/manifests have their own test.
const short = { crds: { enabled: false } };
it.each(combinations)('the chart renders the same objects as before %s', async (title, values) => {
  const name = title.replaceAll(/[^a-z]+/gi, '-').toLowerCase();
  await expect(await manifests({ ...values, ...short })).toMatchFileSnapshot(`snapshots/${name}.yaml`);
});

it('a misspelt value, or one with a wrong type or range, is refused with its place', async () => {
  const wrong: [values: object, place: string][] = [
    [{ orgin: 'https://id.example.com' }, "additional properties 'orgin' not allowed"],
    [{ api: { replica: 3 } }, "at '/api': additional properties 'replica' not allowed"],
    [{ monitoring: { rules: { enable: true } } }, "at '/monitoring/rules'"],
    [{ api: { replicas: 'two' } }, "at '/api/replicas': got string, want integer"],
    [{ image: { digest: 'latest' } }, "at '/image/digest'"],
    [{ uninstall: { policy: 'Delete' } }, "at '/uninstall/policy'"],
    [{ watch: { syncPeriodSeconds: 1 } }, "at '/watch/syncPeriodSeconds'"],
    [{ watch: { namespaces: ['Shop'] } }, "at '/watch/namespaces/0'"],
    [{ api: { trustedProxies: ['10.0.0.1'] } }, "at '/api/trustedProxies/0'"],
    [{ api: { tenantEgressAllow: { acme: [] } } }, "at '/api/tenantEgressAllow/acme'"],
    [{ api: { scratchSize: 'big' } }, "at '/api/scratchSize'"],
    [{ operator: { apiUrl: 'http://id.example.com' } }, "at '/operator/apiUrl'"],
    [{ fullnameOverride: 'My_Iam' }, "at '/fullnameOverride'"],
  ];
  for (const [values, place] of wrong) expect(await refusal({ ...least, ...values })).toContain(place);
});

it('17.12 the api gets the networks of organizations in its format, and the NetworkPolicy allows them', async () => {
  const rendered = await manifests({
    ...short,
    api: { tenantEgressAllow: { acme: ['10.3.0.0/16', '10.4.0.5/32'], beta: ['10.9.0.0/16'] } },
  });
  const [, value = ''] = /name: DOORWRIGHT_TENANT_EGRESS_ALLOW\s+value: "([^"]*)"/.exec(rendered) ?? [];
  expect(readTenantNetworks(value)).toEqual(
    new Map([
      ['acme', ['10.3.0.0/16', '10.4.0.5/32']],
      ['beta', ['10.9.0.0/16']],
    ]),
  );
  for (const cidr of ['10.3.0.0/16', '10.4.0.5/32', '10.9.0.0/16'])
    expect(rendered).toContain(`ipBlock: { cidr: "${cidr}" }`);
});

it('a sentence names a missing required value', async () => {
  const { origin, database } = least;
  expect(await refusal({ database })).toContain('origin is required');
  expect(await refusal({ origin })).toContain('a database is required');
  for (const wrong of [
    'https://id.example.com/login',
    'https://ID.example.com',
    'http://id.example.com',
    'id.example.com',
  ])
    expect(await refusal({ ...least, origin: wrong })).toContain(
      `origin "${wrong}" cannot be used: it is scheme, host`,
    );
  const both = { existingSecret: { name: 'database' }, cloudNativePg: { enabled: true } };
  expect(await refusal({ origin, database: both })).toContain('exclude each other');
  expect(await refusal({ ...least, httpRoute: { enabled: true } })).toContain('httpRoute.parentRefs is required');
});

it('the chart works as a subchart', async () => {
  expect(await render({ global: { region: 'north' } })).not.toEqual([]);
});

it('two renderings are equal, so GitOps sees no difference and no template makes a secret', async () => {
  const first = await manifests(everything);
  expect(await manifests(everything)).toBe(first);
  for (const { data } of (await render()).filter(({ kind }) => kind === 'Secret')) expect(data).toBeUndefined();
});

it('if the api has a certificate, all clients use HTTPS, and the operator trusts its CA', async () => {
  const withTls = (values: object = {}) => manifests({ api: { tls: { existingSecret: 'certificate' } }, ...values });
  const plain = await manifests({});
  expect(plain).toContain('value: "http://iam-doorwright-api-declared.identity.svc:8001"');
  expect(plain).not.toContain('scheme: HTTPS');
  const all = await withTls();
  expect(all).toContain('value: "https://iam-doorwright-api-declared.identity.svc:8001"');
  expect(all.match(/scheme: HTTPS?/g)).toEqual(['scheme: HTTPS', 'scheme: HTTPS', 'scheme: HTTPS']);
  expect(all).toContain('appProtocol: https');
  const authorities = /name: authorities\n +(configMap|secret):\n +\w+: (\w+)/;
  expect(all.match(authorities)?.slice(1)).toEqual(['secret', 'certificate']);
  const others = { operator: { apiUrl: 'https://elsewhere.example.com' } };
  expect(await withTls(others)).not.toMatch(authorities);
  const own = { operator: { caSecret: 'ours' } };
  expect((await withTls(own)).match(authorities)?.slice(1)).toEqual(['secret', 'ours']);
  const both = { ...least, operator: { caSecret: 'ours', caConfigMap: 'authorities' } };
  expect(await refusal(both)).toContain('exclude each other');
});

it('an image is named by its digest if there is one', async () => {
  const images = (await manifests(everything)).match(/image: .*/g) ?? [];
  expect(new Set(images)).toEqual(new Set([`image: doorwright@sha256:${'0'.repeat(64)}`]));
});

const notes = async (values: object) => {
  const { stdout } = await helm(['install', 'iam', 'helm', '--dry-run=client'], { ...least, ...values });
  return stdout.split('NOTES:')[1];
};

it('the notes offer only an address where sign-in works', async () => {
  const local = await notes({ origin: 'http://localhost:8001' });
  expect(local).toContain('Open http://localhost:8001 while this runs:\n');
  expect(local).toContain('port-forward service/iam-doorwright-api 8001:8000\n');
  const public_ = await notes({ origin: 'https://id.example.com' });
  expect(public_).toContain('people can sign in at that address alone');
  expect(public_).toContain('curl http://localhost:8000/readyz\n');
  expect(public_).not.toContain('Open http');
  const encrypted = await notes({ api: { tls: { existingSecret: 'certificate' } } });
  expect(encrypted).toContain('curl --insecure https://localhost:8000/readyz\n');
  expect(await notes({ api: { service: { type: 'LoadBalancer' } } })).not.toContain('Nothing publishes');
});

it('17.1 the notes name the platform namespaces, and say if the operator sees none of them', async () => {
  const unseen = 'None of them is in watch.namespaces';
  const usual = await notes({});
  expect(usual).toMatch(/Platform namespaces, which declare and take over anything: \w+\. All others are tenants'/);
  expect(usual).not.toContain(unseen);
  expect(await notes({ watch: { namespaces: ['shop'] } })).toContain(unseen);
  const named = await notes({
    watch: { namespaces: ['shop'] },
    operator: { platformNamespaces: ['identity', 'shop'] },
  });
  expect(named).toContain('anything: identity, shop.');
  expect(named).not.toContain(unseen);
});

it('the notes say how to see declared objects, and which parts the values disable', async () => {
  expect(await notes({})).toMatch(/kubectl get doorwright -A\n*$/);
  const held = await notes({ operator: { dryRun: true, paused: ['Syncer', 'Cert'] } });
  expect(held).toContain('Nothing comes of it while operator.dryRun is set');
  expect(held).toContain('operator.paused leaves these kinds as they are: Syncer, Cert.');
});

it('operator.paused takes each kind that can be declared', async () => {
  const paused = kinds.filter(isDeclared).map(({ kind }) => kind);
  expect(await notes({ operator: { paused } })).toContain(`leaves these kinds as they are: ${paused.join(', ')}.`);
});

it('a pod of the api has more time to stop than its parts take together', async () => {
  const pod = await manifests({}, '--show-only', 'templates/api/deployment.yaml');
  const seconds = (name: string) => Number(pod.match(new RegExp(`${name}: (?:{ seconds: )?(\\d+)`))?.[1]);
  const needed = seconds('sleep') + (drainMs + closeMs) / 1000;
  expect(seconds('terminationGracePeriodSeconds')).toBeGreaterThan(needed);
  const tooShort = { ...least, api: { terminationGracePeriodSeconds: needed } };
  expect(await refusal(tooShort)).toContain("at '/api/terminationGracePeriodSeconds'");
});

it('worker processes share the memory for objects', async () => {
  for (const [workers, percentage] of [
    [1, 65],
    [2, 32],
    [64, 1],
  ]) {
    expect(await manifests({ api: { workers } })).toContain(
      `--max-old-space-size-percentage=${percentage}, api/main.ts]`,
    );
  }
});

it('every object carries the standard labels', async () => {
  const rendered = await render({ ...everything, extraObjects: [] });
  expect(rendered.map(({ kind }) => kind)).toContain('CustomResourceDefinition');
  for (const { kind, metadata } of rendered) {
    expect([kind, metadata.labels]).toEqual([
      kind,
      expect.objectContaining({
        'app.kubernetes.io/name': 'doorwright',
        'app.kubernetes.io/instance': 'iam',
        'app.kubernetes.io/version': '0.1.0',
        'app.kubernetes.io/managed-by': 'Helm',
      }),
    ]);
  }
});

interface Port {
  name: string;
  port: number | string;
}

it('17.2 published ports do not have the declared surface, which only the operator reaches', async () => {
  const published = { ingress: { enabled: true }, httpRoute: { enabled: true, parentRefs: [{ name: 'public' }] } };
  const all = await render({ ...published, api: { service: { type: 'LoadBalancer' } } });
  const specOf = <T>(kind: string, name: string) =>
    all.find((each) => each.kind === kind && each.metadata.name === `iam-doorwright-${name}`)?.spec as T;
  expect(specOf<{ ports: Port[] }>('Service', 'api').ports.map(({ name }) => name)).toEqual(['http']);
  expect(specOf('Service', 'api-declared')).toMatchObject({
    type: 'ClusterIP',
    ports: [{ name: 'declared', port: 8001 }],
  });
  for (const kind of ['Ingress', 'HTTPRoute']) {
    const routes = JSON.stringify(specOf(kind, 'api'));
    expect(routes).toContain('"name":"iam-doorwright-api"');
    expect(routes).not.toContain('declared');
  }
  const { ingress } = specOf<{ ingress: { ports: Port[]; from?: object[] }[] }>('NetworkPolicy', 'api');
  const opened = ingress.filter(({ ports }) => ports.some(({ port }) => port === 'declared'));
  const labels = { 'app.kubernetes.io/component': 'operator', 'app.kubernetes.io/instance': 'iam' };
  expect(opened).toMatchObject([{ from: [{ podSelector: { matchLabels: labels } }] }]);
  expect(JSON.stringify(specOf('Deployment', 'api'))).toContain('{"name":"DOORWRIGHT_DECLARED_PORT","value":"8001"}');
});

it('17.2 a value publishes the surface, and an operator that uses the origin needs it', async () => {
  const all = await manifests({ api: { publishDeclared: true } });
  expect(all).toContain('value: "http://iam-doorwright-api.identity.svc:8000"');
  expect(all).not.toMatch(/api-declared|DECLARED_PORT/);
  const outside = { ...least, operator: { apiUrl: 'https://id.example.com' } };
  expect(await refusal(outside)).toContain('set api.publishDeclared');
});
