import { Content, Gallery, PageSection } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { isAdministrator, useAccount } from '../../session/account.ts';
import { ApplicationCards } from './ApplicationCards.tsx';
import { CountCard } from './CountCard.tsx';

const counted = ['organization', 'user', 'provider', 'application'] as const;

/** Administrators see what there is, everybody else the applications of his organization. */
export function Home() {
  const { t } = useTranslation('console');
  const account = useAccount();
  if (!account) return null;
  return (
    <>
      <PageSection>
        <Content component="h1">{t('welcome', { name: account.displayName || account.name })}</Content>
      </PageSection>
      <PageSection isFilled>
        {isAdministrator(account) ? (
          <Gallery hasGutter minWidths={{ default: '16rem' }}>
            {counted.map((name) => (
              <CountCard key={name} name={name} />
            ))}
          </Gallery>
        ) : (
          <ApplicationCards organization={account.owner} />
        )}
      </PageSection>
    </>
  );
}
