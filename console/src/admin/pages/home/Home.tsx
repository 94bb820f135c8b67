import { Content, Gallery, PageSection, Skeleton, Stack, StackItem } from '@patternfly/react-core';
import { Suspense } from 'react';
import { registry } from '../../kinds.ts';
import { isAdministrator, mayList, useAccount } from '../../session/account.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { needWords } from '../../words/catalogues.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { CountCard } from './CountCard.tsx';

/** Loaded on demand: administrators and other users see different parts, and the charts are large. */
const Activity = lazyPart(async () => (await import('./Activity.tsx')).Activity);

const GetStartedCard = lazyPart(async () => {
  const [{ GetStartedCard }] = await Promise.all([
    import('../get-started/GetStartedCard.tsx'),
    needWords(['get-started']),
  ]);
  return GetStartedCard;
});

const ApplicationCards = lazyPart(async () => (await import('./ApplicationCards.tsx')).ApplicationCards);

const counted = ['organization', 'user', 'provider', 'application'].map(registry.named);

/** Administrators see counts and activity. Other users see the applications of their organization. */
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
          <Stack hasGutter>
            <Suspense>
              <GetStartedCard account={account} />
            </Suspense>
            <StackItem>
              <Gallery hasGutter className="counts" minWidths={{ default: '9rem', md: '12rem' }}>
                {counted
                  .filter((kind) => mayList(kind, account))
                  .map((kind) => (
                    <CountCard key={kind.name} kind={kind} />
                  ))}
              </Gallery>
            </StackItem>
            <StackItem>
              <Suspense fallback={<Skeleton height="20rem" screenreaderText={t('common:loading')} />}>
                <Activity />
              </Suspense>
            </StackItem>
          </Stack>
        ) : (
          <Suspense>
            <ApplicationCards organization={account.owner} />
          </Suspense>
        )}
      </PageSection>
    </>
  );
}
