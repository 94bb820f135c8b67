import '../frame/facts.css';
import './shop.css';
import { CallError } from '../../shared/exchange.ts';
import { call } from '../call.ts';
import { Button } from '../frame/Button.tsx';
import { Problem } from '../frame/Problem.tsx';
import { Waiting } from '../frame/Waiting.tsx';
import type { BarePageProps } from '../page.ts';
import { said, t, type Word } from '../words.ts';
import { PayBox } from './PayBox.tsx';
import { ProductCard } from './ProductCard.tsx';
import { ShopFrame } from './ShopFrame.tsx';
import { SignInToPay } from './SignInToPay.tsx';
import { type Sale, useSale } from './use-sale.ts';

/** The product and the ways to pay are asked for at once, and each has its own refusal. */
const isMissing = (problem: Error) =>
  problem instanceof CallError && ['not-found', 'product-missing'].includes(problem.code);

/** Why nobody can buy the product now. */
function whyNot({ product: { state, quantity }, channels, buyer }: Sale): Word | undefined {
  if (state !== 'Published') return 'shopNotInSale';
  if (quantity <= 0) return 'shopSoldOut';
  return buyer && channels.length === 0 ? 'shopNoChannel' : undefined;
}

async function orderProduct(name: string, providerName: string): Promise<string> {
  const { data } = await call<string>('buy-product', { query: { id: `admin/${name}`, providerName }, body: {} });
  return data;
}

/** The page on which somebody buys a product. Everybody sees it, and signs in before they pay. */
export function BuyPage({ params: { name = '' } }: BarePageProps) {
  const { sale, problem, read, refresh } = useSale(name);
  if (problem && isMissing(problem))
    return (
      <Problem
        title={t('shopMissing')}
        action={
          <a className="button secondary" href="/">
            {t('backHome')}
          </a>
        }
      >
        {said(problem)}
      </Problem>
    );
  if (problem)
    return (
      <Problem title={t('shopBuy')} action={<Button onClick={() => void read()}>{t('shopRetry')}</Button>}>
        {said(problem)}
      </Problem>
    );
  if (!sale) return <Waiting>{t('loading')}</Waiting>;
  const reason = whyNot(sale);
  return (
    <ShopFrame title={sale.product.displayName || sale.product.name} {...sale}>
      <ProductCard product={sale.product}>
        {sale.buyer || reason ? (
          <PayBox
            channels={sale.channels}
            reason={reason}
            order={(provider) => orderProduct(name, provider)}
            onRefused={() => void refresh()}
          />
        ) : (
          <SignInToPay />
        )}
      </ProductCard>
    </ShopFrame>
  );
}
