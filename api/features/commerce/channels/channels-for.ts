import type { Product } from '@doorwright/crds/kinds/product.ts';
import { amountOf } from '@doorwright/crds/values/money.ts';
import { Refusal } from '../../../core/errors.ts';
import { isForOrganization } from '../../../core/objects/storage/audience.ts';
import type { CommerceDeps } from '../deps.ts';
import { type Counter, openTill } from './till.ts';

/** A provider that is gone or incomplete sells nothing, and does not keep the others from it. */
async function tryTill(deps: CommerceDeps, name: string, organization: string): Promise<Counter | undefined> {
  try {
    return await openTill(deps, name, organization);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The providers of a product by which somebody of an organization can pay its price now. */
export async function channelsFor(
  deps: CommerceDeps,
  { providers, price, currency }: Product,
  organization: string,
): Promise<{ name: string; type: string }[]> {
  const amount = amountOf(price, currency) ?? 0;
  const kind = deps.registry.named('provider');
  const counters = await Promise.all(providers.map((name) => tryTill(deps, name, organization)));
  return counters
    .filter((each) => each !== undefined)
    .filter(
      ({ channel, till }) =>
        channel.takes({ amount, currency }) && isForOrganization(kind, till.provider, organization),
    )
    .map(({ till: { provider } }) => ({ name: provider.name, type: provider.type }));
}
