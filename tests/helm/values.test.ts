import { expect, it } from 'vitest';
import { clusterHookTimeout } from '../harness/cluster.ts';
import { combinations, everything, helm, least, manifests, refusal, render, withCloudNativePg } from './chart.ts';

it(
  'Helm has no complaint about the chart, with defaults or with everything switched on',
  async () => {
    for (const values of [{}, { ...least, ...everything }, withCloudNativePg]) {
      const { code, stdout } = await helm(['lint', '--strict', 'helm'], values);
      expect(stdout).not.toContain('[WARNING]');
      expect(code).toBe(0);
    }
  },
  clusterHookTimeout,
);

// The definitions are those of crds/manifests, which have a test of their own.
const short = { crds: { enabled: false } };
it.each(combinations)('the chart renders the same objects as before %s', async (title, values) => {
  const name = title.replaceAll(/[^a-z]+/gi, '-').toLowerCase();
  await expect(await manifests({ ...values, ...short })).toMatchFileSnapshot(`snapshots/${name}.yaml`);
});

it('a value that is misspelt, of another type or out of range is refused with its place', async () => {
  const wrong: [values: object, place: string][] = [
    [{ orgin: 'https://id.example.com' }, "additional properties 'orgin' not allowed"],
    [{ api: { replica: 3 } }, "at '/api': additional properties 'replica' not allowed"],
    [{ monitoring: { rules: { enable: true } } }, "at '/monitoring/rules'"],
    [{ api: { replicas: 'two' } }, "at '/api/replicas': got string, want integer"],
    [{ image: { digest: 'latest' } }, "at '/image/digest'"],
    [{ uninstall: { policy: 'Delete' } }, "at '/uninstall/policy'"],
    [{ watch: { syncPeriodSeconds: 1 } }, "at '/watch/syncPeriodSeconds'"],
    [{ origin: 'https://id.example.com/login' }, "at '/origin'"],
  ];
  for (const [values, place] of wrong) expect(await refusal({ ...least, ...values })).toContain(place);
});

it('what a release cannot do without is asked for in a sentence', async () => {
  const { origin, database } = least;
  expect(await refusal({ database })).toContain('origin is required');
  expect(await refusal({ origin })).toContain('a database is required');
  const both = { existingSecret: { name: 'database' }, cloudNativePg: { enabled: true } };
  expect(await refusal({ origin, database: both })).toContain('exclude each other');
  expect(await refusal({ ...least, httpRoute: { enabled: true } })).toContain('httpRoute.parentRefs is required');
});

it('the chart may be part of another one', async () => {
  expect(await render({ global: { region: 'north' } })).not.toEqual([]);
});

it('rendering twice gives the same, so that GitOps sees no difference and no secret is made by a template', async () => {
  const first = await manifests(everything);
  expect(await manifests(everything)).toBe(first);
  for (const { data } of (await render()).filter(({ kind }) => kind === 'Secret')) expect(data).toBeUndefined();
});

it('an image is named by its digest when there is one', async () => {
  const images = (await manifests(everything)).match(/image: .*/g) ?? [];
  expect(new Set(images)).toEqual(new Set([`image: doorwright@sha256:${'0'.repeat(64)}`]));
});

it('every object carries the standard labels', async () => {
  for (const { kind, metadata } of await render({ ...everything, ...short, extraObjects: [] })) {
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
