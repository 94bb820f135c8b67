import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
// @ts-expect-error: the library publishes no types for its inside; what we use of it is typed below
import * as senders from 'oidc-provider/lib/helpers/sender_constraints.js';
// @ts-expect-error: as above
import * as dpop from 'oidc-provider/lib/helpers/validate_dpop.js';

/** The library's checks of DPoP for its own grants. It does not offer them to grants that are registered. */
interface Proof {
  thumbprint: string;
}

type Refused = typeof errors.InvalidGrant;

export const validateDpop: (provider: Provider, ctx: KoaContextWithOIDC) => Promise<Proof | undefined> = dpop.default;

export const checkDpopRequired: (
  provider: Provider,
  ctx: KoaContextWithOIDC,
  proof: Proof | undefined,
  Refused: Refused,
) => void = senders.checkDpopRequired;

export const checkDpopReplay: (
  provider: Provider,
  ctx: KoaContextWithOIDC,
  proof: Proof | undefined,
  clientId: string,
  Refused: Refused,
) => Promise<void> = dpop.checkDpopReplay;
