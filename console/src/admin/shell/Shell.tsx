import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router-dom';
import { CallError } from '../../shared/exchange.ts';
import { rememberTarget } from '../../shared/return-target.ts';
import { paths } from '../paths.ts';
import type { PageHandle } from '../router/page-routes.tsx';
import { accountQuery } from '../session/account.ts';
import { FailedState } from '../ui/FailedState.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { Frame } from './Frame.tsx';
import { VisitorFrame } from './VisitorFrame.tsx';

const SessionEnded = lazyPart(async () => (await import('./SessionEnded.tsx')).SessionEnded);

/** A constant, so that the frame stays as it is when the shell is drawn anew. */
const shownPage = <Outlet />;

/** Surrounds each page for signed-in users. Others go to sign-in first and return here. */
export function Shell() {
  const { t } = useTranslation('console');
  const { data: account, dataUpdatedAt, error, refetch } = useQuery(accountQuery);
  const isOpen = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.isOpen);
  // One failed request does not replace a visible page and its typed values.
  if (error && !account) {
    const told = error instanceof CallError && error.code !== 'unreachable';
    const shown = told ? new Error(t('failedToSignIn', { error: error.message })) : error;
    return <FailedState error={shown} onRetry={() => void refetch()} />;
  }
  if (account === undefined) return null;
  if (account)
    return (
      <>
        <Frame account={account}>{shownPage}</Frame>
        <Suspense>{account.hasEnded && <SessionEnded key={dataUpdatedAt} account={account} />}</Suspense>
      </>
    );
  if (!isOpen) return <SendToSignIn />;
  return <VisitorFrame>{shownPage}</VisitorFrame>;
}

function SendToSignIn() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    rememberTarget(pathname + search);
    location.replace(paths.login());
  }, [pathname, search]);
  return null;
}
