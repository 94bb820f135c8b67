import '../frame/facts.css';
import './shop.css';
import { CallError } from '../../shared/exchange.ts';
import { isSignedOut } from '../account.ts';
import { Button } from '../frame/Button.tsx';
import { Problem } from '../frame/Problem.tsx';
import { ToSignIn } from '../frame/ToSignIn.tsx';
import { Waiting } from '../frame/Waiting.tsx';
import type { BarePageProps } from '../page.ts';
import { said, t } from '../words.ts';
import { PayBox } from './PayBox.tsx';
import { ProductCard } from './ProductCard.tsx';
import { ShopFrame } from './ShopFrame.tsx';
import { useSale } from './use-sale.ts';

const isMissing = (problem: Error) => problem instanceof CallError && problem.code === 'product-missing';

/** The page on which somebody buys a product. It leads a visitor to sign-in and back. */
export function BuyPage({ params: { name = '' } }: BarePageProps) {
  const { sale, problem, read, refresh } = useSale(name);
  if (isSignedOut(problem)) return <ToSignIn />;
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
  return (
    <ShopFrame title={sale.product.displayName || sale.product.name} {...sale}>
      <ProductCard product={sale.product}>
        <PayBox {...sale} onRefused={() => void refresh()} />
      </ProductCard>
    </ShopFrame>
  );
}
