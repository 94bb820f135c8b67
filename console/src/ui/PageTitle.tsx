import { useAccount } from '../session/account.ts';

/** The title of the browser tab: the page and the product. It precedes the frame's title, because browsers use the first. */
export function PageTitle({ topics }: { topics: readonly string[] }) {
  const organization = useAccount()?.organization;
  const house = organization ? [organization.displayName || organization.name] : [];
  return <title>{[...topics, ...house, 'Doorwright'].join(' · ')}</title>;
}
