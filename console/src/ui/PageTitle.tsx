import { useAccount } from '../session/account.ts';

/** What the tab is called: what it shows, and whose house it is. It stands before the frame's title, and browsers take the first. */
export function PageTitle({ topics }: { topics: readonly string[] }) {
  const organization = useAccount()?.organization;
  const house = organization ? [organization.displayName || organization.name] : [];
  return <title>{[...topics, ...house, 'Doorwright'].join(' · ')}</title>;
}
