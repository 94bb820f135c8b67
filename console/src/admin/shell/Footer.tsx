import { PageSection } from '@patternfly/react-core';
import type { Account } from '../session/account.ts';
import { isWebAddress } from '../ui/web-address.ts';
import { useTranslation } from '../words/use-translation.ts';

/** Names the product and links to its site. */
export function Footer({ organization }: Pick<Account, 'organization'>) {
  const { t } = useTranslation('console');
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
    </PageSection>
  );
}
