import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
// @ts-expect-error: the library publishes no types for its inside; what we use of it is typed below
import authorizationSteps from 'oidc-provider/lib/actions/authorization/index.js';
// @ts-expect-error: as above
import { checkOpenidScope } from 'oidc-provider/lib/actions/authorization/scopes.js';
// @ts-expect-error: as above
import * as senders from 'oidc-provider/lib/helpers/sender_constraints.js';
// @ts-expect-error: as above
import * as dpop from 'oidc-provider/lib/helpers/validate_dpop.js';
// @ts-expect-error: as above
import weakCache from 'oidc-provider/lib/helpers/weak_cache.js';

/** All that is used of the library beyond what it promises. Its version is pinned exactly: an upgrade begins here. */
interface Inside {
  configuration: { responseTypes: string[] };
  grantTypeHandlers: Map<string, (ctx: KoaContextWithOIDC) => Promise<void>>;
}

export const insideOf: (provider: Provider) => Inside = weakCache;

interface Proof {
  thumbprint: string;
}

export const validateDpop: (provider: Provider, ctx: KoaContextWithOIDC) => Promise<Proof | undefined> = dpop.default;

export const checkDpopRequired: (provider: Provider, ctx: KoaContextWithOIDC, proof: Proof | undefined) => void =
  senders.checkDpopRequired;

export const checkDpopReplay: (
  provider: Provider,
  ctx: KoaContextWithOIDC,
  proof: Proof | undefined,
  clientId: string,
) => Promise<void> = dpop.checkDpopReplay;

type Step = (ctx: KoaContextWithOIDC, next: () => unknown) => unknown;

/** Puts a check around the one that refuses parameters of OpenID where its scope is not asked for. It is one for all instances. */
export function wrapOpenidCheck(wrap: (check: Step) => Step): void {
  const own = wrap(checkOpenidScope);
  for (const endpoint of ['authorization', 'device_authorization', 'pushed_authorization_request']) {
    const steps: Step[] = authorizationSteps(endpoint);
    const at = steps.indexOf(checkOpenidScope);
    if (at >= 0) steps[at] = own;
  }
}
