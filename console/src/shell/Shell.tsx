import { Page, SkipToContent } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { type Account, accountQuery } from '../session/account.ts';
import { rememberTarget } from '../session/return-target.ts';
import { FailedState } from '../ui/FailedState.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { Menu } from './Menu.tsx';

const mainId = 'main';

/** What surrounds every page of those who have signed in; everybody else is sent to sign in and comes back here. */
export function Shell() {
  const { data: account, error, refetch } = useQuery(accountQuery);
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (account === undefined) return null;
  if (account === null) return <SendToSignIn />;
  return <Frame account={account} />;
}

function SendToSignIn() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    rememberTarget(pathname + search);
    location.replace(paths.login());
  }, [pathname, search]);
  return null;
}

function Frame({ account }: { account: Account }) {
  const { t } = useTranslation('console');
  const { displayName, name, favicon } = account.organization;
  return (
    <>
      <title>{`${displayName || name} · Doorwright`}</title>
      {favicon && <link rel="icon" href={favicon} />}
      <Page
        masthead={<Header account={account} />}
        sidebar={<Menu account={account} />}
        isManagedSidebar
        isContentFilled
        mainContainerId={mainId}
        skipToContent={<SkipToContent href={`#${mainId}`}>{t('skipToContent')}</SkipToContent>}
      >
        <Outlet />
        <Footer organization={account.organization} />
      </Page>
    </>
  );
}
