import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { keptCluster } from '../crds/cluster.ts';
import { type Cluster, clusterHookTimeout } from '../harness/cluster/cluster.ts';
import { type Page, pages } from './world/pages.ts';

interface Resource {
  apiVersion?: string;
  metadata?: { namespace?: string };
}

const isOurs = (each: unknown): each is Resource =>
  String((each as Resource | null)?.apiVersion).startsWith('doorwright.dev/');

/** Texts between two words END, which a command writes into a file or sends to kubectl. */
const hereDocuments = (code: string) => [...code.matchAll(/<<'?END'?\n(.*?)\nEND$/gms)].map(([, text = '']) => text);

/** The manifests of a page that a reader applies as they are. */
const manifestsOf = ({ fences }: Page): Resource[] =>
  fences
    .filter(({ words }) => !words.includes('fragment'))
    .flatMap(({ language, code }) => (language === 'yaml' ? [code] : language === 'sh' ? hereDocuments(code) : []))
    .filter((code) => code.includes('apiVersion: doorwright.dev/'))
    .flatMap((code) => parseAllDocuments(code).map((each) => each.toJS() as unknown))
    .filter(isOurs);

const withManifests = pages
  .map((page) => [page.file, manifestsOf(page)] as const)
  .filter(([, manifests]) => manifests.length > 0);

let cluster: Cluster;
beforeAll(async () => {
  cluster = await keptCluster();
  const names = new Set(
    withManifests.flatMap(([, all]) => all.map(({ metadata }) => metadata?.namespace ?? 'default')),
  );
  const namespaces = [...names].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: namespaces });
  expect(await cluster.kubectl(['apply', '--server-side', '-f', '-'], list)).toMatchObject({ code: 0 });
}, clusterHookTimeout);
afterAll(() => cluster?.stop());

test('the guide has manifests', () => {
  expect(withManifests.length).toBeGreaterThan(3);
});

test.each(withManifests)('a cluster accepts every manifest of %s', async (_file, items) => {
  const args = ['apply', '--server-side', '--dry-run=server', '--validate=strict', '-f', '-'];
  const { stderr } = await cluster.kubectl(args, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  expect(stderr).toBe('');
});
