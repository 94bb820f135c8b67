import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';

/** A child of the search tree: a node, a country, or nothing. */
type Child = Node | string | undefined;
type Node = [left: Child, right: Child];

const textOf = (value: string) => Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
const mapOf = (entries: Record<string, Buffer>) =>
  Buffer.concat([
    Buffer.from([0xe0 | Object.keys(entries).length]),
    ...Object.entries(entries).flatMap(([name, value]) => [textOf(name), value]),
  ]);
const uint16 = (value: number) => Buffer.from([0xa2, value >> 8, value & 0xff]);
const uint32 = (value: number) => Buffer.from([0xc4, 0, 0, value >> 8, value & 0xff]);

/** The path of a network in a tree of IPv6, which has IPv4 below ::/96. */
function bitsOf(network: string): number[] {
  const [address, length] = ipaddr.parseCIDR(network);
  const bytes = address.kind() === 'ipv4' ? [...Array(12).fill(0), ...address.toByteArray()] : address.toByteArray();
  const all = bytes.flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number));
  return all.slice(0, length + (address.kind() === 'ipv4' ? 96 : 0));
}

function treeOf(networks: Record<string, string>): Node {
  const root: Node = [undefined, undefined];
  for (const [network, country] of Object.entries(networks)) {
    const bits = bitsOf(network);
    const last = bits.pop() as number;
    let node = root;
    for (const bit of bits) {
      node[bit] ??= [undefined, undefined];
      node = node[bit] as Node;
    }
    node[last] = country;
  }
  return root;
}

const nodesOf = (node: Node): Node[] => [
  node,
  ...node.flatMap((child) => (Array.isArray(child) ? nodesOf(child) : [])),
];

/** A file in the MaxMind DB format with the countries of these networks. Returns its path. */
export function countryFile(networks: Record<string, string>, type = 'Test-Country'): string {
  const nodes = nodesOf(treeOf(networks));
  const countries = [...new Set(Object.values(networks))];
  const rows = countries.map((code) => mapOf({ country: mapOf({ iso_code: textOf(code) }) }));
  const size = rows[0]?.length ?? 0;
  const pointerOf = (child: Child) => {
    if (child === undefined) return nodes.length;
    return Array.isArray(child) ? nodes.indexOf(child) : nodes.length + 16 + countries.indexOf(child) * size;
  };
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.flat().forEach((child, index) => {
    tree.writeUIntBE(pointerOf(child), index * 3, 3);
  });
  const about = mapOf({
    ...{ binary_format_major_version: uint16(2), binary_format_minor_version: uint16(0), build_epoch: uint32(1) },
    ...{ database_type: textOf(type), ip_version: uint16(6), node_count: uint32(nodes.length) },
    record_size: uint16(24),
  });
  const path = join(mkdtempSync(join(tmpdir(), 'countries-')), 'countries.mmdb');
  writeFileSync(
    path,
    Buffer.concat([tree, Buffer.alloc(16), ...rows, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), about]),
  );
  return path;
}
