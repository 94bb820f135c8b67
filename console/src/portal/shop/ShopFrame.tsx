import type { ReactNode } from 'react';
import { Foot, ownerName } from '../frame/Foot.tsx';
import { webAddress } from '../frame/links.ts';
import { usePageTitle } from '../frame/use-page-title.ts';
import { t } from '../words.ts';
import type { Sale } from './use-sale.ts';

interface Props extends Pick<Sale, 'buyer' | 'organization'> {
  title: string;
  children: ReactNode;
}

/** The frame of a page of the shop: the buyer's organization and account above, language and theme below. */
export function ShopFrame({ title, buyer, organization, children }: Props) {
  const icon = webAddress(organization?.favicon ?? '') ?? '/icon.svg';
  usePageTitle(title, ownerName(organization), icon);
  return (
    <>
      <div className="shop">
        <header className="shop-head">
          <a className="shop-brand" href="/">
            <img src={icon} alt="" width={32} height={32} />
            {ownerName(organization)}
          </a>
          <a href="/account/orders">{buyer.displayName || buyer.name}</a>
          <a href="/logout">{t('logout')}</a>
        </header>
        <main>{children}</main>
      </div>
      <Foot organization={organization} />
    </>
  );
}
