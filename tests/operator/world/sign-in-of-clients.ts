import { basic } from '../../harness/client.ts';

export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** What the token endpoint answers to an application that proves itself by its secret. */
export const signIn = (apiUrl: string, { clientId, clientSecret }: Credentials): Promise<Response> =>
  fetch(`${apiUrl}/api/login/oauth/access_token`, {
    method: 'POST',
    headers: basic(clientId, clientSecret),
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });

/** As a pod finds them in its connection Secret. */
export const credentialsIn = (secret: Record<string, string> = {}): Credentials => ({
  clientId: secret.OIDC_CLIENT_ID ?? '',
  clientSecret: secret.OIDC_CLIENT_SECRET ?? '',
});
