import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  None,
  type ServerMetadata,
} from 'openid-client';
import { refusedBy } from '../sign-in-service.ts';
import type { fetchThrough } from './through-gate.ts';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Without TLS, others on the network read codes and secrets. Only this machine needs none. */
export function isPlain(address: string): boolean {
  const url = URL.parse(address);
  if (!url) throw refusedBy(`${address} is not an address`);
  if (url.protocol === 'https:') return false;
  if (url.protocol === 'http:' && loopback.test(url.hostname)) return true;
  throw refusedBy(`${url.origin} does not use https`);
}

/** A service that names no method takes the secret in the header (OpenID Connect Discovery 1.0, 3). */
export const clientAuth =
  (secret: string): ClientAuth =>
  (server, ...request) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    const add = !secret ? None() : takesPost ? ClientSecretPost(secret) : ClientSecretBasic(secret);
    return add(server, ...request);
  };

/** The client of openid-client for one call of a service without metadata. */
export function createOpenIdClient(
  server: ServerMetadata,
  provider: Provider,
  fetch: ReturnType<typeof fetchThrough>,
): Configuration {
  const { clientId, clientSecret } = provider;
  const client = new Configuration(server, clientId, undefined, clientAuth(clientSecret));
  client[customFetch] = fetch;
  if ([server.authorization_endpoint, server.token_endpoint].some((each) => isPlain(each ?? '')))
    allowInsecureRequests(client);
  return client;
}
