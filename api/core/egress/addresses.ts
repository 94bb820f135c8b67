import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

export const networksOf = (texts: readonly string[]): Network[] => texts.map((text) => ipaddr.parseCIDR(text));

/** NAT64 and 6to4 addresses carry an IPv4 address and lead to it. */
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

// Addresses inside networks that look like public ones.
const inside = networksOf([
  // A service of Azure's hosts that hands out configuration to their machines.
  '168.63.129.16/32',
  // The local NAT64 prefix (RFC 8215). Each network chooses where the IPv4 address stands in it, so we cannot
  // judge it.
  '64:ff9b:1::/48',
  // The old form of IPv4 addresses in IPv6, which no network routes.
  '::/96',
]);

/** Tells whether a request may go to this address: the public internet, and the allowed networks. */
export function isReachable(text: string, allow: readonly Network[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const written = ipaddr.parse(text);
  const target = embedded(written);
  if (isIn(written, allow) || isIn(target, allow)) return true;
  if (isIn(written, inside) || isIn(target, inside)) return false;
  // Refuses everything except plain unicast: loopback, private, link-local (where clouds keep credentials),
  // shared, multicast …
  return target.range() === 'unicast';
}
