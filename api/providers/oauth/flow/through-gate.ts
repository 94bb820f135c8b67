import type { CustomFetchOptions } from 'openid-client';
import type { EgressClient } from '../../../core/egress/gate.ts';
import { exactJson } from './exact-json.ts';

type Members = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function membersOf(body: string): Members | undefined {
  try {
    const read = exactJson(body);
    return typeof read === 'object' && read !== null ? (read as Members) : undefined;
  } catch {
    return;
  }
}

/** The `fetch` of openid-client, through the egress gate. `read` may change a JSON answer before the library reads it. */
export const fetchThrough =
  (way: EgressClient, read: (status: number, members: Members) => { status: number; members: Members } = plainly) =>
  async (address: string, { body: sent, headers, method, signal }: CustomFetchOptions): Promise<Response> => {
    const got = await way.fetch(address, {
      method,
      headers,
      redirect: 'manual',
      ...(sent && { body: sent instanceof URLSearchParams ? sent.toString() : (sent as string) }),
      ...(signal && { signal }),
    });
    const text = got.body.toString();
    const members = membersOf(text);
    const { status, members: changed } = members ? read(got.status, members) : { status: got.status };
    // The library reads numbers as they come, so it gets large ids as texts.
    const body = changed ? JSON.stringify(changed) : text;
    return new Response(body || null, { status, headers: [...got.headers] });
  };

const plainly = (status: number, members: Members) => ({ status, members });

/** Facebook and others describe an error by an object. The standard has a code and a sentence. */
function standardError({ error, ...rest }: Members): Members {
  if (typeof error !== 'object' || error === null) return { error, ...rest };
  const { type, code, message } = error as Members;
  return { ...rest, error: String(type ?? code ?? 'error'), ...(isText(message) && { error_description: message }) };
}

/** Some services refuse with 200, where the standard says 400 (RFC 6749, 5.2). */
export function withStandardRefusals(status: number, members: Members) {
  if (members.error === undefined) return { status, members };
  const changed = standardError(members);
  const isRefusal = status === 200 && isText(changed.error) && !isText(changed.access_token);
  return { status: isRefusal ? 400 : status, members: changed };
}

/**
 * The answer of a service without OpenID Connect. An ID token proves nothing, because nobody knows its issuer. Some leave the type of the
 * access token out.
 */
export function asOAuth(status: number, { id_token: _, ...members }: Members) {
  const isBearer = isText(members.access_token) && members.token_type === undefined;
  return withStandardRefusals(status, isBearer ? { ...members, token_type: 'bearer' } : members);
}
