import type { Product } from '@doorwright/crds/kinds/product.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { amountOf } from '@doorwright/crds/values/money.ts';
import { Refusal } from '../../../core/errors.ts';
import { isForOrganization } from '../../../core/objects/storage/audience.ts';
import { assertTaken } from '../../../providers/payment/channel.ts';
import { openTill } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import type { Item, Sale } from './sale.ts';

const itemOf = ({ name, displayName, detail, tag, returnUrl }: Product): Item => ({
  ...{ key: name, title: displayName || name, detail },
  fields: { productName: name, productDisplayName: displayName, detail, tag, returnUrl, holdsStock: true },
});

/** The sale of a product. The messages are those of Casdoor 2022. */
export async function buyable(
  deps: CommerceDeps,
  buyer: User,
  { id, provider: name }: { id: string; provider: string },
): Promise<Sale> {
  const { db, store } = deps;
  const slash = id.indexOf('/');
  // Clients send their organization as the owner. Products belong to the platform.
  const product = (await store('product').find(db, 'admin', id.slice(slash + 1))) as Product | undefined;
  if (!product) throw new Refusal('product-missing', { id });
  if (product.state !== 'Published') throw new Refusal('product-draft');
  if (!product.providers.includes(name))
    throw new Refusal('payment-provider-elsewhere', { provider: name, product: product.name });
  const counter = await openTill(deps, name, buyer.owner);
  const isForBuyer = isForOrganization(deps.registry.named('provider'), counter.till.provider, buyer.owner);
  if (!isForBuyer) throw new Refusal('payment-provider-missing', { provider: name });
  const price = { amount: amountOf(product.price, product.currency) ?? 0, currency: product.currency };
  if (price.amount <= 0) throw new Refusal('product-free');
  assertTaken(counter.channel, price, counter.till.provider);
  return { ...counter, item: itemOf(product), buyer, price };
}
