import { basic } from '../../harness/client.ts';

export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** The token endpoint's answer to an application with its secret. */
export const signIn = (apiUrl: string, { clientId, clientSecret }: Credentials): Promise<Response> =>
  fetch(`${apiUrl}/api/login/oauth/access_token`, {
    method: 'POST',
    headers: basic(clientId, clientSecret),
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });

/** The values of a connection Secret. */
export const credentialsIn = (secret: Record<string, string> = {}): Credentials => ({
  clientId: secret.OIDC_CLIENT_ID ?? '',
  clientSecret: secret.OIDC_CLIENT_SECRET ?? '',
});
