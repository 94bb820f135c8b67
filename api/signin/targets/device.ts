import type { SignInTarget } from '../contracts/target.ts';
import { ofClients, openClientRequest, type Protocols } from './client-request.ts';

/** A device whose code the user has typed (RFC 8628). The browser goes on at the page that asked for the code. */
export function createDeviceTarget(protocols: Protocols): SignInTarget {
  const open = openClientRequest(
    protocols,
    ({ opened: { device } }) =>
      device && {
        give: async ({ session }) => ({
          answer: { data: '', data2: await device.resume(session) },
          keepsSession: true,
        }),
      },
  );
  return {
    name: 'device',
    protocol: 'oidc',
    ...ofClients,
    // Only a page that the authorization endpoint opened can be for a device.
    open: async (query, form) => (query.interaction ? open(query, form) : undefined),
  };
}
