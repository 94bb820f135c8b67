import type { Request } from 'express';
import { decodeJwt } from 'jose';

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

function fromBasic(header = ''): string | undefined {
  const [, encoded] = /^basic +(\S+)$/i.exec(header) ?? [];
  const name = encoded && Buffer.from(encoded, 'base64').toString().split(':')[0];
  if (!name) return;
  try {
    // In the header both are encoded as in a form (RFC 6749, 2.3.1).
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return;
  }
}

/** A claim of a JWT that nobody has verified. */
function fromJwt(jwt: string | undefined, claim: 'aud' | 'sub'): string | undefined {
  try {
    return jwt && text(decodeJwt(jwt)[claim]);
  } catch {
    return;
  }
}

/**
 * Reads which client a request names. Nothing is verified yet: the name only chooses the instance that judges the
 * request.
 */
export function clientIdOf({ method, body, query, headers }: Request): string | undefined {
  const { client_id, client_assertion, id_token_hint } = (method === 'POST' ? body : query) ?? {};
  return (
    text(client_id) ??
    fromBasic(headers.authorization) ??
    // A client that signs its proof may leave its id out (RFC 7521, 4.2).
    fromJwt(text(client_assertion), 'sub') ??
    fromJwt(text(id_token_hint), 'aud')
  );
}
