import type { Egress } from '../egress/gate.ts';

const limits = { timeoutMs: 2_500, maxBytes: 64 * 1024, redirects: 0 };

/** Whatever the authority itself asks or tells others goes out by our gate. */
export async function fetchThrough(
  egress: Egress,
  target: URL | string | Request,
  init: RequestInit = {},
): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init;
  const { status, body: answered } = await egress.fetch(
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
