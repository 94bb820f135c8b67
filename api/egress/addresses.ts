import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

export const networksOf = (texts: readonly string[]): Network[] => texts.map((text) => ipaddr.parseCIDR(text));

/** NAT64 and 6to4 carry an IPv4 address inside of an IPv6 one, and lead to it. */
function embedded(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === 'ipv4Mapped' || range === 'rfc6052') return ipaddr.fromByteArray(bytes.slice(12));
  if (range === '6to4') return ipaddr.fromByteArray(bytes.slice(2, 6));
  return address;
}

const isIn = (address: Address, networks: readonly Network[]) =>
  networks.some((network) => network[0].kind() === address.kind() && address.match(network as never));

/** May a request go to this address? To the public internet, and to what the operator of the server allowed. */
export function isReachable(text: string, allow: readonly Network[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const written = ipaddr.parse(text);
  const meant = embedded(written);
  if (isIn(written, allow) || isIn(meant, allow)) return true;
  // Everything but plain unicast: loopback, private, link-local (where clouds keep credentials), shared, multicast …
  return meant.range() === 'unicast' && (written.range() === 'unicast' || meant !== written);
}
