import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtVersion, published } from '../../harness/control-plane/programs.ts';
import { archiveName, type Offer, publishedServer } from './published-server.ts';

const script = join(import.meta.dirname, '..', '..', 'harness', 'control-plane', 'build.ts');

let top: string;
let bin: string;

/** A new machine with an empty cache, and only the programs that unpack an archive. */
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'doorwright-control-plane-'));
  bin = join(top, 'bin');
  mkdirSync(bin);
  for (const name of ['tar', 'gzip']) symlinkSync(join('/usr/bin', name), join(bin, name));
});
afterEach(() => rmSync(top, { recursive: true }));

/** A fast stand-in for the compiler. */
function installGo(): void {
  writeFileSync(join(bin, 'go'), '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho built > "$2"\n');
  chmodSync(join(bin, 'go'), 0o755);
}

const both: Offer = { versions: Object.values(published) };

async function provide(offer: Offer, { env = {}, programs = [] }: { env?: object; programs?: string[] } = {}) {
  const server = await publishedServer(offer);
  const child = spawn(process.execPath, [script, ...programs], {
    env: { PATH: bin, XDG_CACHE_HOME: top, DOORWRIGHT_TEST_ENVTEST_INDEX: server.index, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  server.close();
  const places = stdout.split('\n').filter(Boolean);
  const fetched = places.filter((path) => basename(dirname(path)).startsWith('envtest-'));
  return {
    fetched: fetched.map((path) => relative(join(top, 'doorwright', 'control-plane'), path)),
    built: places.filter((path) => !fetched.includes(path)).map((path) => basename(path)),
    stderr,
    code,
    asked: server.asked,
  };
}

const inCache = (version: string, name: string) => join(`envtest-${version}-${process.platform}-${process.arch}`, name);
const threeFetched = ['kube-apiserver', 'kubectl', 'etcd'].map((name) => inCache(published.newest, name));
const rest = ['kube-controller-manager', 'judges', 'helm', 'kubeconform'];

test('18.5 a bare machine fetches the API server, etcd and kubectl and builds the rest once, without the oldest Kubernetes', async () => {
  installGo();
  const first = await provide(both);
  expect(first).toMatchObject({ code: 0, fetched: threeFetched, built: rest });
  expect(first.asked).toEqual(['/index.yaml', `/archives/${archiveName(published.newest)}`]);
  expect(await provide(both)).toMatchObject({ code: 0, fetched: threeFetched, built: rest, asked: [], stderr: '' });
});

test('18.5 the oldest supported Kubernetes is among the programs of the second tier', async () => {
  installGo();
  const { fetched, code } = await provide(both, { env: { DOORWRIGHT_TEST_TIER: 'all' } });
  expect(code).toBe(0);
  expect(fetched).toContain(inCache(published.oldest, 'kube-apiserver'));
});

test.each<[string, Offer]>([
  ['refuses', { serveIndex: (response) => response.writeHead(503).end() }],
  ['does not list the version', { versions: ['v1.2.3'] }],
  ['lists another checksum', { ...both, hash: 'b'.repeat(128) }],
])('18.5 if the index %s, one line says so and everything is built', async (_title, offer) => {
  installGo();
  const { code, fetched, built, stderr } = await provide(offer);
  expect({ code, fetched }).toEqual({ code: 0, fetched: [] });
  expect(built).toEqual([
    'kube-apiserver',
    'kube-controller-manager',
    'kubectl',
    'etcd',
    'judges',
    'helm',
    'kubeconform',
  ]);
  expect(stderr.match(/cannot be fetched, so they are built: /g)).toHaveLength(1);
});

test('18.5 an empty address fetches nothing', async () => {
  installGo();
  const { asked, fetched } = await provide(both, { env: { DOORWRIGHT_TEST_ENVTEST_INDEX: '' }, programs: ['etcd'] });
  expect({ asked, fetched }).toEqual({ asked: [], fetched: [] });
});

test('18.5 a machine without Go has the fetched programs and gets a list of the missing ones', async () => {
  const all = await provide(both);
  expect(all.code).toBe(1);
  expect(all.stderr).toContain('kube-controller-manager is missing: install Go 1.26 or newer');
  const three = await provide(both, { programs: ['kube-apiserver', 'kubectl', 'etcd'] });
  expect(three).toMatchObject({ code: 0, fetched: threeFetched, asked: [] });
});

test('18.5 the published Kubernetes has the minor version of the built one, and the oldest is the chart’s oldest', () => {
  const minor = (version: string) => version.match(/^v\d+\.\d+\./)?.[0];
  expect(minor(published.newest)).toBe(minor(builtVersion('kube-apiserver')));
  expect(published.oldest).toBe(builtVersion('kube-apiserver-oldest'));
});
