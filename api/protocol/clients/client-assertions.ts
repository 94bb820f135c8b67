import type { Application } from '@doorwright/crds/kinds/application.ts';
import { followsFapi } from '@doorwright/crds/options/fapi.ts';
import { type Client, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';

/** A proof is remembered until it expires. Clients make one for each request, so minutes are enough. */
const longestSeconds = 3_600;

/** Of the library's algorithms, those of FAPI 2 (5.4.1). */
const fapiAlgorithms: readonly unknown[] = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

export const applicationOf = (client: Client | undefined): Application | undefined =>
  client?.application as Application | undefined;

/** The profile by which the library judges requests of a client. */
export const profileOf = (_ctx: KoaContextWithOIDC, client: Client | undefined): '2.0' | undefined => {
  const application = applicationOf(client);
  return application && followsFapi(application) ? '2.0' : undefined;
};

/** Judges the JWT by which a client proves itself, after the library has verified it. */
export const judgeAssertion =
  (now: () => Date): NonNullable<Configuration['assertJwtClientAuthClaimsAndHeader']> =>
  async (ctx, claims, header, client) => {
    if (Number(claims.exp) > now().getTime() / 1000 + longestSeconds)
      throw new errors.InvalidClientAuth('the client_assertion JWT must expire within an hour');
    if (!profileOf(ctx, client)) return;
    // Only the issuer is accepted: another server could have obtained a proof for an address of ours (FAPI 2, 5.3.2.1).
    if (claims.aud !== ctx.oidc.issuer) throw new errors.InvalidClientAuth('audience (aud) must equal the issuer');
    if (!fapiAlgorithms.includes(header.alg)) throw new errors.InvalidClientAuth('alg mismatch');
  };
