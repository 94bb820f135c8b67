import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchPublished } from '../../harness/control-plane/published.ts';
import {
  archiveName,
  type Entry,
  folder,
  type Offer,
  programEntries,
  publishedServer,
  sha512,
  tarball,
  version,
} from './published-server.ts';

let top: string;
let dir: string;

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'doorwright-published-'));
  dir = join(top, 'cache');
});
afterEach(() => rmSync(top, { recursive: true }));

async function fetchFrom(offer: Offer, wanted = version, patienceMs = 100_000): Promise<void> {
  const server = await publishedServer(offer);
  try {
    await fetchPublished({ index: server.index, version: wanted, dir, patienceMs });
  } finally {
    server.close();
  }
}

const without = (name: string): Entry[] => programEntries.filter((entry) => entry.name !== `${folder}/${name}`);

test('18.5 the programs of an archive with the right checksum get into the cache and run', async () => {
  await fetchFrom({});
  expect(readdirSync(dir).sort()).toEqual(['etcd', 'kube-apiserver', 'kubectl']);
  for (const name of readdirSync(dir)) expect(execFileSync(join(dir, name), { encoding: 'utf8' })).toBe(`${name}\n`);
});

describe('18.5 nothing gets into the cache', () => {
  const whole = tarball(programEntries);
  const refused: [title: string, offer: Offer, reason: RegExp][] = [
    ['of an archive with a wrong checksum', { hash: 'a'.repeat(128) }, /SHA-512 of .* is not the one in the index/],
    ['of an archive without a checksum', { hash: 'none' }, /without a SHA-512/],
    [
      'of an archive whose connection breaks',
      {
        serveArchive: (response, archive) => {
          response.writeHead(200, { 'content-length': archive.length });
          response.write(archive.subarray(0, archive.length / 2), () => response.destroy());
        },
      },
      /archives/,
    ],
    [
      'of half an archive with a complete ending',
      { serveArchive: (response, archive) => response.end(archive.subarray(0, archive.length / 2)) },
      /SHA-512/,
    ],
    [
      'of a truncated archive with a matching checksum',
      { archive: whole.subarray(0, 60), hash: sha512(whole.subarray(0, 60)) },
      /the archive holds no kube-apiserver/,
    ],
    ['of an archive without etcd', { archive: tarball(without('etcd')) }, /the archive holds no etcd/],
    [
      'of an archive in which a program is a link',
      {
        archive: tarball([...without('kubectl'), { name: `${folder}/kubectl`, link: '/bin/sh' }]),
      },
      /the archive holds no kubectl/,
    ],
    ['from another address without TLS', { link: 'http://192.0.2.1/archive.tar.gz' }, /neither https nor where/],
    ['from a file', { link: 'file:///etc/passwd' }, /neither https nor where/],
    ['if the archive is missing', { serveArchive: (response) => response.writeHead(404).end() }, /status 404/],
    ['if the index is missing', { serveIndex: (response) => response.writeHead(503).end() }, /status 503/],
    ['of an invalid index', { index: '<html>Sign in to the network</html>' }, /does not list/],
  ];

  test.each(refused)('%s', async (_title, offer, reason) => {
    await expect(fetchFrom(offer)).rejects.toThrow(reason);
    expect(existsSync(dir) ? readdirSync(dir) : []).toEqual([]);
  });

  const silent: [title: string, offer: Offer][] = [
    ['if the index never answers', { serveIndex: () => {} }],
    [
      'if the archive stops half-way',
      { serveArchive: (response, archive) => void response.write(archive.subarray(0, 40)) },
    ],
  ];

  test.each(silent)('%s', async (_title, offer) => {
    await expect(fetchFrom(offer, version, 700)).rejects.toThrow(/no answer within 0.7 s/);
    expect(existsSync(dir) ? readdirSync(dir) : []).toEqual([]);
  });

  test('from a version that the index does not list', async () => {
    await expect(fetchFrom({}, 'v9.9.9')).rejects.toThrow(`does not list ${archiveName('v9.9.9')}`);
  });

  test('from a server that does not listen', async () => {
    const server = await publishedServer();
    server.close();
    await expect(fetchPublished({ index: server.index, version, dir })).rejects.toThrow('ECONNREFUSED');
  });
});

test('18.5 paths and links in an archive have no effect', async () => {
  const outside = join(top, 'outside');
  const tricks: Entry[] = [
    { name: '../../escaped', body: 'x' },
    { name: outside, body: 'x' },
    { name: `${folder}/../../../escaped`, body: 'x' },
    { name: 'door', link: top },
    { name: 'door/escaped', body: 'x' },
    { name: `${folder}/etcd`, link: outside },
  ];
  await fetchFrom({ archive: tarball([...tricks, ...programEntries, { name: `${folder}/helm`, body: 'x' }]) });
  expect(readdirSync(top)).toEqual(['cache']);
  expect(readdirSync(dir).sort()).toEqual(['etcd', 'kube-apiserver', 'kubectl']);
});
