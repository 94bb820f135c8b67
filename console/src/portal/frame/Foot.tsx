import type { Subject } from '../page.ts';
import { LanguageBox } from './LanguageBox.tsx';
import { webAddress } from './links.ts';
import { ThemeBox } from './ThemeBox.tsx';

export type Owner = Pick<Subject['organization'], 'name' | 'displayName' | 'websiteUrl' | 'favicon'>;

export const ownerName = (organization: Owner | undefined): string =>
  organization?.displayName || organization?.name || 'Doorwright';

/** The foot of every page: the organization, the language and the theme. */
export function Foot({ organization }: { organization?: Owner | undefined }) {
  const site = webAddress(organization?.websiteUrl ?? '');
  const owner = ownerName(organization);
  return (
    <footer>
      {site ? <a href={site}>{owner}</a> : <span>{owner}</span>}
      <LanguageBox />
      <ThemeBox />
    </footer>
  );
}
