import ipaddr from 'ipaddr.js';

/** Private networks by the organization that may reach them. `*` is every organization. */
export type TenantNetworks = ReadonlyMap<string, readonly string[]>;

/** The name that stands for every organization. */
export const everyOrganization = '*';

/** Reads `acme=10.1.0.0/16,10.2.0.5/32;*=192.168.7.0/24`. Returns a sentence if the text is invalid. */
export function readTenantNetworks(text: string): TenantNetworks | string {
  const networks = new Map<string, readonly string[]>();
  const entries = text.split(';').map((each) => each.trim());
  for (const entry of entries.filter(Boolean)) {
    // An organization's name may contain `=`, a network may not.
    const at = entry.lastIndexOf('=');
    const name = entry.slice(0, Math.max(at, 0)).trim();
    const cidrs = entry
      .slice(at + 1)
      .split(',')
      .map((each) => each.trim());
    if (!name || cidrs.some((each) => !ipaddr.isValidCIDR(each)))
      return 'must list organizations with their networks, such as acme=10.1.0.0/16,10.2.0.5/32;beta=192.168.7.0/24';
    if (networks.has(name)) return `names the organization ${name} twice`;
    if (name === 'built-in') return 'must not name built-in, which reaches what DOORWRIGHT_EGRESS_ALLOW allows';
    networks.set(name, cidrs);
  }
  return networks;
}
