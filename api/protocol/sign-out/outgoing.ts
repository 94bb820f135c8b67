import { AsyncLocalStorage } from 'node:async_hooks';
import type { Egress } from '../../core/egress/gate.ts';

const limits = { timeoutMs: 2_500, maxBytes: 64 * 1024, redirects: 0 };

const organizations = new AsyncLocalStorage<string>();

/**
 * Sends requests of the library within `work` on behalf of this organization. The library does not say for whom it
 * sends them.
 */
export const reachingFor = <T>(organization: string, work: () => T): T => organizations.run(organization, work);

/**
 * Sends requests of the library through our egress gate. Without an organization only the internet can be reached.
 */
export async function fetchThrough(
  egress: Egress,
  target: URL | string | Request,
  init: RequestInit = {},
): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init;
  const { status, body: answered } = await egress.for({ organization: organizations.getStore() ?? '' }).fetch(
    target instanceof Request ? target.url : String(target),
    {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body && { body: String(body) }),
      ...(signal && { signal }),
    },
    limits,
  );
  return new Response(answered.length > 0 ? new Uint8Array(answered) : null, { status });
}
