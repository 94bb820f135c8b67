import type { Product } from '@doorwright/crds/kinds/product.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { amountOf } from '@doorwright/crds/values/money.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Route } from '../../../http/route.ts';
import { channelsFor, offered } from '../channels/channels-for.ts';
import type { CommerceDeps } from '../deps.ts';
import { beginOrder } from '../orders/begin-order.ts';
import { buyable } from '../orders/buyable.ts';
import { buyerOf } from '../orders/buyer.ts';
import { resultPage } from '../orders/pages.ts';
import { storeOrder } from '../orders/store-order.ts';
import { visitOf } from '../orders/visit.ts';

const productQuery = { id: { about: 'owner/name of the product.', required: true } } as const;

export function buyRoutes(deps: CommerceDeps): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/get-product-channels',
      summary: 'Lists the payment providers by which the caller can pay for a product.',
      tag: 'Product',
      permission: 'signedIn',
      query: productQuery,
      answer: { data: { type: 'array', items: emit(offered) } },
      async handle({ context, query: { id = '' } }) {
        const buyer = await buyerOf(deps, context);
        const name = id.slice(id.indexOf('/') + 1);
        const product = (await deps.store('product').find(deps.db, 'admin', name)) as Product | undefined;
        if (!product) throw new Refusal('product-missing', { id });
        const { currency } = product;
        const price = { amount: amountOf(product.price, currency) ?? 0, currency };
        return { data: await channelsFor(deps, product.providers, { organization: buyer.owner, price }) };
      },
    },
    {
      method: 'POST',
      path: '/api/buy-product',
      summary: 'Orders a product for the signed-in person. data is the address where they pay.',
      tag: 'Product',
      permission: 'signedIn',
      query: { ...productQuery, providerName: { about: 'Name of the payment provider.', required: true } },
      answer: { data: { type: 'string' } },
      async handle(asked) {
        const { context, query } = asked;
        const sale = await buyable(deps, await buyerOf(deps, context), {
          id: query.id ?? '',
          provider: query.providerName ?? '',
        });
        const visit = visitOf(asked);
        const { order, isNew } = await storeOrder(deps, context, sale, visit.language);
        const begun = await beginOrder(deps, sale, order, { visit, isNew });
        return { data: begun.payUrl || resultPage(deps.config, begun) };
      },
    },
  ];
}
