import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { stringify } from 'yaml';

export const version = 'v1.2.3';
const os = process.platform === 'win32' ? 'windows' : process.platform;
export const archiveName = (of: string) =>
  `envtest-${of}-${os}-${process.arch === 'x64' ? 'amd64' : process.arch}.tar.gz`;

export interface Entry {
  name: string;
  body?: string;
  /** The target of a symbolic link. */
  link?: string;
}

export const folder = 'controller-tools/envtest';
export const programEntries: Entry[] = ['kube-apiserver', 'kubectl', 'etcd'].map((name) => ({
  name: `${folder}/${name}`,
  body: `#!/bin/sh\necho ${name}\n`,
}));

function header({ name, body = '', link }: Entry): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write('0000755\0', 100);
  block.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write(link === undefined ? '0' : '2', 156);
  block.write(link ?? '', 157);
  block.write('ustar\x0000', 257);
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Written by hand, because no program would write these paths. */
export const tarball = (entries: Entry[]): Buffer =>
  gzipSync(
    Buffer.concat([
      ...entries.flatMap((entry) => {
        const body = Buffer.alloc(Math.ceil((entry.body?.length ?? 0) / 512) * 512);
        body.write(entry.body ?? '');
        return [header(entry), body];
      }),
      Buffer.alloc(1024),
    ]),
  );

export const sha512 = (content: Buffer): string => createHash('sha512').update(content).digest('hex');

export interface Offer {
  versions?: string[];
  archive?: Buffer;
  hash?: string;
  link?: string;
  index?: string;
  serveArchive?: (response: ServerResponse, archive: Buffer) => void;
  serveIndex?: (response: ServerResponse, index: string) => void;
}

function indexOf({ versions = [version], hash, link }: Offer, archive: Buffer, address: string): string {
  const releases = versions.map((each) => {
    const name = archiveName(each);
    const entry = { hash: hash ?? sha512(archive), selfLink: link ?? `${address}/archives/${name}` };
    return [each, { [name]: entry }];
  });
  return stringify({ releases: Object.fromEntries(releases) });
}

/** Stands in for the index and the archives of controller-tools. */
export async function publishedServer(offer: Offer = {}) {
  const archive = offer.archive ?? tarball(programEntries);
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/index.yaml') {
      const index = offer.index ?? indexOf(offer, archive, address);
      return offer.serveIndex ? offer.serveIndex(response, index) : response.end(index);
    }
    if (offer.serveArchive) offer.serveArchive(response, archive);
    else response.end(archive);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { index: `${address}/index.yaml`, asked, close };
}
