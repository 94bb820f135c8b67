import { brandOf } from '@doorwright/crds/brand/brand-of.ts';
import type { ReactNode } from 'react';
import type { Account } from '../account.ts';
import { Foot, ownerName } from '../frame/Foot.tsx';
import { iconOf, Logo } from '../frame/Logo.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { t } from '../words.ts';
import type { Sale } from './use-sale.ts';

interface Props extends Pick<Sale, 'organization'> {
  title: string;
  /** Missing for a visitor of a page that everybody sees. */
  buyer: Account | undefined;
  children: ReactNode;
}

/** The frame of a page of the shop: the buyer's organization and account above, language and theme below. */
export function ShopFrame({ title, buyer, organization, children }: Props) {
  const looks = brandOf(undefined, organization);
  usePageTitle(title, ownerName(organization), iconOf(looks));
  return (
    <>
      <div className="shop">
        <header className="shop-head">
          <a className="shop-brand" href="/">
            <Logo looks={looks} name={ownerName(organization)} />
          </a>
          {buyer && <a href="/account/orders">{buyer.displayName || buyer.name}</a>}
          {buyer && <a href="/logout">{t('logout')}</a>}
        </header>
        <main>{children}</main>
      </div>
      <Foot organization={organization} />
    </>
  );
}
