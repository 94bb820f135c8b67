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

// Inside of networks, though their numbers look like those of the internet.
const inside = networksOf([
  // The host's own service of Azure's machines, which hands out their configuration.
  '168.63.129.16/32',
  // A network's own NAT64 (RFC 8215): where in it the IPv4 address stands is that network's choice, so it cannot be judged.
  '64:ff9b:1::/48',
  // IPv4 addresses written as IPv6 ones in the way of old, which no network carries.
  '::/96',
]);

/** May a request go to this address? To the public internet, and to what the operator of the server allowed. */
export function isReachable(text: string, allow: readonly Network[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const written = ipaddr.parse(text);
  const meant = embedded(written);
  if (isIn(written, allow) || isIn(meant, allow)) return true;
  if (isIn(written, inside) || isIn(meant, inside)) return false;
  // Everything but plain unicast: loopback, private, link-local (where clouds keep credentials), shared, multicast …
  return meant.range() === 'unicast';
}
