import type { Application } from '@doorwright/crds/kinds/application.ts';
import { Provider } from 'oidc-provider';
import type { Egress } from '../core/egress/gate.ts';

/** A set of keys or the answer to a notice is much shorter. */
export const outgoingLimits = { timeoutMs: 2_500, maxBytes: 64 * 1024, redirects: 0 };

/** The client's organization has written the address. The library does not say for whom it sends a request. */
function organizationOfSender(): string {
  const application = Provider.ctx?.oidc.client?.application as Application | undefined;
  return application?.organization ?? '';
}

/**
 * Sends requests of the library through our egress gate. Without an organization only the internet can be reached.
 */
export async function fetchThrough(
  egress: Egress,
  target: URL | string | Request,
  init: RequestInit = {},
): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init;
  const { status, body: answered } = await egress.for({ organization: organizationOfSender() }).fetch(
    target instanceof Request ? target.url : String(target),
    {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body && { body: String(body) }),
      ...(signal && { signal }),
    },
    outgoingLimits,
  );
  return new Response(answered.length > 0 ? new Uint8Array(answered) : null, { status });
}
