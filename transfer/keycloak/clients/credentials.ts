import { X509Certificate } from 'node:crypto';
import { checkKeySet } from '@doorwright/crds/values/key-set.ts';
import { checkKeysUri } from '@doorwright/crds/values/redirect-uris.ts';
import { whyWithoutSecret } from '../names.ts';
import type { Client } from '../representation.ts';

export interface ClientCredentials {
  fields: Record<string, unknown>;
  lost: [what: string, why: string][];
}

const longestSecret = 200;

/** The public key of a client's certificate as a set of keys. */
function keySetOf(certificate: string): string {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
    return JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] });
  } catch {
    return '';
  }
}

/** Keys at an address, in the client, or in its certificate. */
function keysOf({ attributes }: Client): Record<string, string> | undefined {
  const address = attributes['use.jwks.url'] === 'true' ? (attributes['jwks.url'] ?? '') : '';
  if (address && checkKeysUri(address).length === 0) return { jwksUri: address };
  const written = attributes['use.jwks.string'] === 'true' ? (attributes['jwks.string'] ?? '') : '';
  const jwks = written || keySetOf(attributes['jwt.credential.certificate'] ?? '');
  return jwks && checkKeySet(jwks).length === 0 ? { jwks } : undefined;
}

function bySecret({ secret }: Client): ClientCredentials {
  const why =
    whyWithoutSecret(secret) ??
    (secret.length > longestSecret ? `at most ${longestSecret} characters are possible; set a new one` : undefined) ??
    (/[^\x20-\x7e]/.test(secret) ? 'it has characters that the standard forbids; set a new one' : undefined);
  const fields = { clientType: 'confidential', ...(secret && !why && { clientSecret: secret }) };
  return { fields, lost: why ? [['client secret', why]] : [] };
}

/** How a client proves itself. */
export function readCredentials(client: Client): ClientCredentials {
  const { publicClient, clientAuthenticatorType: type } = client;
  if (publicClient) return { fields: { clientType: 'public' }, lost: [] };
  if (type === 'client-jwt') {
    const keys = keysOf(client);
    if (keys) return { fields: { clientType: 'private_key', ...keys }, lost: [] };
    const why = 'they are missing, or this product refuses them; add them to the application';
    return { fields: { clientType: 'confidential' }, lost: [['keys of the client', why]] };
  }
  const { fields, lost } = bySecret(client);
  if (!type || type === 'client-secret') return { fields, lost };
  const why = 'the application sends its secret, or signs with a private key';
  return { fields, lost: [...lost, [`proof by ${type}`, why]] };
}
