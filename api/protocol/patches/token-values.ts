import type { Provider } from 'oidc-provider';

type Payload = Record<string, unknown>;

interface TokenModel {
  /** The token that the client gets. */
  value?: string;
  getValueAndPayload: () => Promise<{ value: string; payload: Payload }>;
}

/**
 * Gives clients a value of ours as access token, and stores what `make` says beside the library's payload.
 *
 * The library knows opaque tokens and JWTs. It can neither introspect nor revoke a JWT, and the end of a session does not end
 * one (issue 648). So it treats our tokens as opaque.
 */
export function replaceTokenValues<Token>(
  provider: Provider,
  make: (token: Token) => Promise<{ value: string; payload: Payload }>,
): void {
  for (const { prototype } of [provider.AccessToken, provider.ClientCredentials]) {
    const model = prototype as unknown as TokenModel;
    const opaque = model.getValueAndPayload;
    model.getValueAndPayload = async function (this: TokenModel) {
      const { payload } = await opaque.call(this);
      const { value, payload: more } = await make(this as Token);
      this.value = value;
      return { value, payload: { ...payload, ...more, value } };
    };
  }
}
