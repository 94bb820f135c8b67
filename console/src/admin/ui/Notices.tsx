import { AlertActionCloseButton, AlertGroup } from '@patternfly/react-core';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { takeNotice } from '../../shared/notice.ts';
import { useTranslation } from '../words/use-translation.ts';
import { Alert } from './Alert.tsx';

type Tone = 'success' | 'danger' | 'info';
/** A notice replaces the toast of an earlier one on the same topic. Without a title it only removes that toast. */
type Notify = (tone: Tone, title: string, topic?: string) => void;

interface Notice {
  id: number;
  tone: Tone;
  title: string;
  topic?: string | undefined;
  time: Date;
  isRead: boolean;
  /** Still visible as a toast. */
  isShown: boolean;
  /** Shown as a toast only, not kept in the drawer. */
  isPassing?: true;
}

interface Noticeboard {
  /** All notices since the page was loaded, newest first. */
  notices: readonly Notice[];
  /** Removes one notice, or all of them. */
  read: (id?: number) => void;
  clear: () => void;
  /** Hides the toasts, because the drawer lists the same notices. */
  hide: () => void;
}

/** How many notices the drawer keeps. */
const kept = 100;

const NotifyContext = createContext<Notify>(() => {});
const NoticeboardContext = createContext<Noticeboard>({ notices: [], read() {}, clear() {}, hide() {} });

/** Shows the result of an action as a toast. A failure stays until the user closes it. */
export const useNotify = () => useContext(NotifyContext);

/** The notices since the page was loaded. */
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

/** Read once, while the page loads. */
const isJustIn = takeNotice('signedIn') !== undefined;

export function Notices({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [notices, setNotices] = useState<readonly Notice[]>(() => (isJustIn ? [welcome(t('console:signedIn'))] : []));
  const notify = useCallback<Notify>((tone, title, topic) => {
    setNotices((before) => {
      const id = (before[0]?.id ?? 0) + 1;
      const others = before.map((each) => (topic && each.topic === topic ? { ...each, isShown: false } : each));
      if (!title) return others;
      return [{ id, tone, title, topic, time: new Date(), isRead: false, isShown: true }, ...others].slice(0, kept);
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
              timeout={tone === 'success' ? 6000 : 20_000}
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
