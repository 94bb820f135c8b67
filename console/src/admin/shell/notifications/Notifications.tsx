import {
  EmptyState,
  EmptyStateBody,
  NotificationDrawer,
  NotificationDrawerBody,
  NotificationDrawerHeader,
  NotificationDrawerList,
} from '@patternfly/react-core';
import { BellIcon } from '@patternfly/react-icons/dist/esm/icons/bell-icon';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { FailedState } from '../../ui/FailedState.tsx';
import { useNoticeboard } from '../../ui/Notices.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { NoticeItem } from './NoticeItem.tsx';
import { NotificationActions } from './NotificationActions.tsx';
import { ProblemItem } from './ProblemItem.tsx';
import { useNotificationCalls } from './use-notification-calls.ts';
import type { Notices } from './use-notifications.ts';

interface Props {
  told: Notices;
  unread: number;
  onClose: () => void;
}

/** The drawer with the problems that need an administrator and the results of this visit's actions. */
export function Notifications({ told: { problems, digest, error, retry, read }, unread, onClose }: Props) {
  const { t, language } = useTranslation('notifications');
  const board = useNoticeboard();
  const calls = useNotificationCalls();
  const drawer = useRef<HTMLDivElement>(null);
  const { hide } = board;
  const focusFirst = () => drawer.current?.querySelector('button')?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer takes the focus once
  useEffect(() => {
    hide();
    focusFirst();
  }, [hide]);
  const readAll = () => {
    read();
    board.read();
  };
  const dismiss = async (keys: readonly string[]) => {
    // The button that was pressed goes with its problem, and the focus must stay in the drawer.
    if (await calls.dismiss(keys)) focusFirst();
  };
  const isEmpty = problems.length === 0 && board.notices.length === 0;
  const name = t('home:notifications');
  return (
    <NotificationDrawer
      ref={drawer}
      // In a narrow window it covers the page.
      {...(useNarrow() ? { role: 'dialog', 'aria-modal': true } : { role: 'region' })}
      aria-label={name}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && onClose()}
    >
      <NotificationDrawerHeader
        title={name}
        customText={t('home:unread', { count: unread })}
        closeButtonAriaLabel={t('common:close')}
        onClose={onClose}
      >
        <NotificationActions
          isAllRead={unread === 0}
          hasNotices={board.notices.length > 0}
          hasProblems={problems.length > 0}
          digest={digest}
          onReadAll={readAll}
          onClear={board.clear}
          onDismissAll={() => void dismiss(problems.map(({ key }) => key))}
          onDigest={(isOn) => void calls.switchDigest(isOn)}
        />
      </NotificationDrawerHeader>
      <NotificationDrawerBody {...(isEmpty && { tabIndex: 0 })}>
        {error && <FailedState error={error} onRetry={retry} />}
        {isEmpty && !error && (
          <EmptyState variant="sm" icon={BellIcon} titleText={t('noNotifications')} headingLevel="h2">
            <EmptyStateBody>{t('noNotificationsBody')}</EmptyStateBody>
          </EmptyState>
        )}
        {!isEmpty && (
          <NotificationDrawerList aria-label={name}>
            {problems.map((problem) => (
              <ProblemItem
                key={problem.key}
                problem={problem}
                isBusy={calls.isBusy}
                onOpen={() => {
                  read([problem.key]);
                  onClose();
                }}
                onDismiss={() => void dismiss([problem.key])}
              />
            ))}
            {board.notices.map(({ id, tone, title, time, isRead }) => (
              <NoticeItem
                key={id}
                tone={tone}
                title={title}
                about={time.toLocaleTimeString(language, { timeStyle: 'short' })}
                isRead={isRead}
                onOpen={() => board.read(id)}
              />
            ))}
          </NotificationDrawerList>
        )}
      </NotificationDrawerBody>
    </NotificationDrawer>
  );
}
