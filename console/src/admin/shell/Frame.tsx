import { BackToTop, Page, SkipToContent } from '@patternfly/react-core';
import { memo, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router-dom';
import type { Account } from '../session/account.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useNoticeboard } from '../ui/Notices.tsx';
import { mainId, usePageFocus } from '../ui/page-focus.ts';
import { needWords } from '../words/catalogues.ts';
import { useTranslation } from '../words/use-translation.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Bell } from './Bell.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { KeptKeys } from './KeptKeys.tsx';
import { Menu } from './Menu.tsx';
import { useNotifications } from './notifications/use-notifications.ts';
import { SearchButton } from './SearchButton.tsx';
import { useCover } from './use-cover.ts';
import { useKeptEnd } from './use-kept-end.ts';

const QuickSearch = lazyPart(async () => {
  const words = needWords(['list', 'search']);
  const [{ QuickSearch }] = await Promise.all([import('../search/QuickSearch.tsx'), words]);
  return QuickSearch;
});

const Notifications = lazyPart(async () => {
  const words = needWords(['notifications']);
  const [{ Notifications }] = await Promise.all([import('./notifications/Notifications.tsx'), words]);
  return Notifications;
});

/** Masthead, menu, notifications and footer around each page for signed-in users. */
export const Frame = memo(function Frame({ account, children }: { account: Account; children: ReactNode }) {
  const { t } = useTranslation('console');
  const { displayName, name, favicon } = account.organization;
  const [isOpen, setOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const search = useCallback(() => setSearching(true), []);
  const typed = useRef('');
  const endSearch = () => {
    typed.current = '';
    setSearching(false);
  };
  const bell = useRef<HTMLButtonElement>(null);
  const board = useNoticeboard();
  const told = useNotifications(account);
  const unread = [...told.problems, ...board.notices].filter(({ isRead }) => !isRead).length;
  useCover(isOpen);
  useKeptEnd();
  const close = () => {
    setOpen(false);
    bell.current?.focus();
  };
  return (
    <>
      <title>{`${displayName || name} · Doorwright`}</title>
      {favicon && <link rel="icon" href={favicon} />}
      <Page
        masthead={
          <Header
            owner={account.organization}
            hasMenu
            search={<SearchButton onOpen={search} />}
            bell={<Bell ref={bell} unread={unread} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />}
          >
            <AccountMenu account={account} />
          </Header>
        }
        sidebar={<Menu account={account} />}
        isManagedSidebar
        isContentFilled
        mainContainerId={mainId}
        skipToContent={<SkipToContent href={`#${mainId}`}>{t('skipToContent')}</SkipToContent>}
        isNotificationDrawerExpanded={isOpen}
        // Always rendered: if the drawer came and went, the library would remount the page and lose typed values.
        notificationDrawer={
          <Suspense>{isOpen && <Notifications told={told} unread={unread} onClose={close} />}</Suspense>
        }
      >
        <Suspense fallback={<KeptKeys typed={typed} />}>
          {isSearching && <QuickSearch account={account} begun={typed} onClose={endSearch} />}
        </Suspense>
        <Turning />
        {children}
        <Footer organization={account.organization} />
        <BackToTop title={t('home:backToTop')} scrollableSelector={`#${mainId}`} />
      </Page>
    </>
  );
});

/** In milliseconds. A reader waits this long without an indicator, because its animation would delay the page that is about to come. */
const patience = 400;

/** Follows the address. The frame does not, so another page leaves it as it is. */
function Turning() {
  const { t } = useTranslation();
  usePageFocus();
  const isTurning = useNavigation().state !== 'idle';
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isTurning) return;
    const timer = setTimeout(() => setSlow(true), patience);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isTurning]);
  return isTurning && isSlow && <div className="turning" role="progressbar" aria-label={t('loading')} />;
}
