import { PageSection } from '@patternfly/react-core';
import { paths } from '../paths.ts';
import type { Account } from '../session/account.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { isWebAddress } from '../ui/web-address.ts';
import { useTranslation } from '../words/use-translation.ts';

/** Names the organization with its site, and the product. On a phone it leads to the guide. */
export function Footer({ organization }: Pick<Account, 'organization'>) {
  const { t, language } = useTranslation('console');
  const isNarrow = useNarrow();
  const { displayName, name, websiteUrl } = organization;
  const shown = displayName || name;
  return (
    <PageSection component="footer" className="footer" aria-label={t('footer')}>
      {isWebAddress(websiteUrl) ? (
        <a href={websiteUrl} rel="noreferrer">
          {shown}
        </a>
      ) : (
        shown
      )}
      {' · Doorwright'}
      {isNarrow && (
        <>
          {' · '}
          <a href={paths.guide(language)} target="_blank" rel="noreferrer">
            {t('guide')}
          </a>
        </>
      )}
    </PageSection>
  );
}
