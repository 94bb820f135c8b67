import { AlertActionCloseButton, AlertGroup } from '@patternfly/react-core';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeNotice } from '../session/notice.ts';
import { Alert } from './Alert.tsx';

type Tone = 'success' | 'danger';
type Notify = (tone: Tone, title: string) => void;

interface Notice {
  id: number;
  tone: Tone;
  title: string;
  time: Date;
  isRead: boolean;
  /** It stands in the corner still. */
  isShown: boolean;
  /** Of the moment: nobody looks it up later. */
  isPassing?: true;
}

interface Noticeboard {
  /** All of this visit, the last one first. */
  notices: readonly Notice[];
  /** One, or all of them. */
  read: (id?: number) => void;
  clear: () => void;
  /** Takes them out of the corner: whoever reads the board has them before him. */
  hide: () => void;
}

/** What is kept of a visit: more than anybody looks back for. */
const kept = 100;

const NotifyContext = createContext<Notify>(() => {});
const NoticeboardContext = createContext<Noticeboard>({ notices: [], read() {}, clear() {}, hide() {} });

/** Tells how something went that was asked for. What failed stays until it is closed. */
export const useNotify = () => useContext(NotifyContext);

/** What was told during this visit. */
export const useNoticeboard = () => useContext(NoticeboardContext);

const welcome = (title: string): Notice => ({
  id: 0,
  tone: 'success',
  title,
  time: new Date(),
  isRead: true,
  isShown: true,
  isPassing: true,
});

/** Read as the page is loaded, and so once. */
const isJustIn = takeNotice('signedIn') !== undefined;

export function Notices({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [notices, setNotices] = useState<readonly Notice[]>(() => (isJustIn ? [welcome(t('console:signedIn'))] : []));
  const notify = useCallback<Notify>((tone, title) => {
    setNotices((before) => {
      const id = (before[0]?.id ?? 0) + 1;
      return [{ id, tone, title, time: new Date(), isRead: false, isShown: true }, ...before].slice(0, kept);
    });
  }, []);
  const change = useCallback((change: Partial<Notice>, id?: number) => {
    setNotices((before) => before.map((each) => (id === undefined || each.id === id ? { ...each, ...change } : each)));
  }, []);
  const hide = useCallback(() => change({ isShown: false }), [change]);
  const board = useMemo(
    () => ({
      notices: notices.filter(({ isPassing }) => !isPassing),
      read: (id?: number) => change({ isRead: true }, id),
      clear: () => setNotices([]),
      hide,
    }),
    [notices, change, hide],
  );
  return (
    <NotifyContext value={notify}>
      <NoticeboardContext value={board}>{children}</NoticeboardContext>
      <AlertGroup isToast isLiveRegion aria-label={t('console:notices')}>
        {notices
          .filter(({ isShown }) => isShown)
          .map(({ id, tone, title }) => (
            <Alert
              key={id}
              variant={tone}
              title={title}
              timeout={tone === 'success' && 6000}
              onTimeout={() => change({ isShown: false }, id)}
              actionClose={
                <AlertActionCloseButton
                  aria-label={t('close')}
                  onClose={() => change({ isShown: false, isRead: true }, id)}
                />
              }
            />
          ))}
      </AlertGroup>
    </NotifyContext>
  );
}
