import { useEffect } from 'react';
import { useAccount } from '../session/account.ts';
import { mainId } from './page-focus.ts';

/** The title of the browser tab: the page and the product. It precedes the frame's title, because browsers use the first. */
export function PageTitle({ topics }: { topics: readonly string[] }) {
  const organization = useAccount()?.organization;
  const house = organization ? [organization.displayName || organization.name] : [];
  const [here] = topics;
  // A new page takes the focus, so that screen readers say its name.
  useEffect(() => {
    if (here) document.getElementById(mainId)?.setAttribute('aria-label', here);
  }, [here]);
  return <title>{[...topics, ...house, 'Doorwright'].join(' · ')}</title>;
}
