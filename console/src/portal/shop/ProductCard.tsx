import type { Product } from '@doorwright/crds/kinds/product.ts';
import { type ReactNode, useState } from 'react';
import { priceText } from '../../shared/price-text.ts';
import { webAddress } from '../frame/links.ts';
import { t } from '../words.ts';

/** The number of pieces in the reader's digits. */
const countText = (count: number) => new Intl.NumberFormat(document.documentElement.lang).format(count);

/** A product with its picture, its facts and its price. Below stands how to pay. */
export function ProductCard({ product, children }: { product: Product; children: ReactNode }) {
  const { displayName, name, detail, description, tag, price, currency, quantity, sold } = product;
  const [isBroken, setBroken] = useState(false);
  const title = displayName || name;
  const picture = isBroken ? undefined : webAddress(product.image);
  const facts = [
    [t('shopTag'), tag],
    [t('shopSku'), name],
    [t('shopQuantity'), countText(quantity)],
    [t('shopSold'), countText(sold)],
  ].filter(([, fact]) => fact);
  return (
    <article className="product">
      {picture && <img className="product-picture" src={picture} alt={title} onError={() => setBroken(true)} />}
      <div className="product-text">
        <h1 tabIndex={-1}>{title}</h1>
        {detail && <p className="lead">{detail}</p>}
        <p className="product-price">
          <span className="unseen">{t('shopPrice')} </span>
          {priceText(price, currency, document.documentElement.lang)} <small>({currency})</small>
        </p>
        {description && <p>{description}</p>}
        <dl className="facts">
          {facts.map(([label, fact]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
        {children}
      </div>
    </article>
  );
}
