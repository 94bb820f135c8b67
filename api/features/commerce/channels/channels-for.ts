import type { Money } from '@doorwright/crds/values/money.ts';
import { z } from 'zod';
import { Refusal } from '../../../core/errors.ts';
import { isForOrganization } from '../../../core/objects/storage/audience.ts';
import { assertTaken } from '../../../providers/payment/channel.ts';
import type { CommerceDeps } from '../deps.ts';
import { type Counter, openTill } from './till.ts';

export const offered = z.object({
  name: z.string().describe('Name of the payment provider.'),
  type: z.string().describe('Its type.'),
  canRenew: z.boolean().describe('It can take the money of each later period of a plan by itself.'),
});

/** A provider that is gone, incomplete or without the currency sells nothing, and does not keep the others from it. */
async function tryTill(
  deps: CommerceDeps,
  name: string,
  { organization, price }: { organization: string; price: Money },
): Promise<Counter | undefined> {
  try {
    const counter = await openTill(deps, name, organization);
    assertTaken(counter.channel, price, counter.till.provider);
    return counter;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The providers among the named ones by which somebody of an organization can pay a price now. */
export async function channelsFor(
  deps: CommerceDeps,
  providers: readonly string[],
  { organization, price }: { organization: string; price: Money },
): Promise<z.infer<typeof offered>[]> {
  if (price.amount <= 0) return [];
  const kind = deps.registry.named('provider');
  const counters = await Promise.all(providers.map((name) => tryTill(deps, name, { organization, price })));
  return counters
    .filter((each) => each !== undefined)
    .filter(({ till }) => isForOrganization(kind, till.provider, organization))
    .map(({ channel, till: { provider } }) => ({
      ...{ name: provider.name, type: provider.type, canRenew: channel.renewal !== undefined },
    }));
}
