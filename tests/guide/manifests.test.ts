import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { keptCluster } from '../crds/cluster.ts';
import { type Cluster, clusterHookTimeout } from '../harness/cluster/cluster.ts';
import { fencesOf, pagesOfGuide } from './fences.ts';

interface Resource {
  apiVersion?: string;
  metadata?: { namespace?: string };
}

const isOurs = (each: unknown): each is Resource =>
  String((each as Resource | null)?.apiVersion).startsWith('doorwright.dev/');

/** The manifests of a page that a reader applies as they are. */
const manifestsOf = (page: string) =>
  fencesOf(page)
    .filter(({ info: [language, ...words] }) => language === 'yaml' && !words.includes('fragment'))
    .filter(({ text }) => text.includes('apiVersion: doorwright.dev/'))
    .map(({ text, line }) => ({ line, documents: parseAllDocuments(text).map((each) => each.toJS() as unknown) }))
    .filter(({ documents }) => documents.some(isOurs));

const pages = pagesOfGuide()
  .map((page) => ({ page, manifests: manifestsOf(page) }))
  .filter(({ manifests }) => manifests.length > 0);

let cluster: Cluster;
beforeAll(async () => {
  cluster = await keptCluster();
  const documents = pages.flatMap(({ manifests }) => manifests.flatMap((each) => each.documents));
  const names = new Set(documents.map((each) => (each as Resource).metadata?.namespace ?? 'default'));
  const namespaces = [...names].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: namespaces });
  expect(await cluster.kubectl(['apply', '--server-side', '-f', '-'], list)).toMatchObject({ code: 0 });
}, clusterHookTimeout);
afterAll(() => cluster?.stop());

test('the guide has manifests', () => {
  expect(pages.length).toBeGreaterThan(3);
});

test.each(pages)('a cluster accepts every manifest of the page $page', async ({ page, manifests }) => {
  for (const { line, documents } of manifests) {
    const items = documents.filter(isOurs);
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const args = ['apply', '--server-side', '--dry-run=server', '--validate=strict', '-f', '-'];
    const { stderr } = await cluster.kubectl(args, list);
    expect(`${page}:${line} ${stderr}`).toBe(`${page}:${line} `);
  }
});
