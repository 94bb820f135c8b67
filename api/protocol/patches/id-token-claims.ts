import { Provider } from 'oidc-provider';

interface IdTokenModel {
  set: (name: string, value: unknown) => void;
  available: { auth_time?: number; acr?: string; amr?: readonly string[] };
  issue: (options: { use: string }) => Promise<string>;
}

/**
 * Has every ID token say when and how its user signed in, and name the access token that comes with it (`at_hash`).
 *
 * The library says when only if the request asks for it, and names no access token at the token endpoint since version 9.
 */
export function completeIdTokens(provider: Provider, claims: () => Readonly<Record<string, unknown>>): void {
  const model = provider.IdToken.prototype as unknown as IdTokenModel;
  const { issue } = model;
  model.issue = function (this: IdTokenModel, options) {
    if (options.use === 'idtoken') {
      const { value } = (Provider.ctx?.oidc.entities.AccessToken ?? {}) as { value?: string };
      if (value) this.set('at_hash', value);
      const { auth_time, acr, amr } = this.available;
      for (const [name, is] of Object.entries({ auth_time, acr, amr })) this.set(name, is);
      for (const [name, is] of Object.entries(claims())) this.set(name, is);
    }
    return issue.call(this, options);
  };
}
