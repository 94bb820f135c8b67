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
import { useTranslation } from 'react-i18next';
import { navigate } from '../router/router.ts';
import { useNoticeboard } from '../ui/Notices.tsx';
import { NotificationActions } from './NotificationActions.tsx';
import { NotificationItem } from './NotificationItem.tsx';
import type { useWarnings } from './warnings.ts';

interface Props {
  warnings: ReturnType<typeof useWarnings>;
  unread: number;
  onClose: () => void;
}

/** The drawer with warnings for administrators and the results of this visit's actions. */
export function Notifications({ warnings: { warnings, read }, unread, onClose }: Props) {
  const { t, i18n } = useTranslation('home');
  const board = useNoticeboard();
  const drawer = useRef<HTMLDivElement>(null);
  const { hide } = board;
  useEffect(() => {
    hide();
    drawer.current?.querySelector('button')?.focus();
  }, [hide]);
  const readAll = () => {
    read();
    board.read();
  };
  const isEmpty = warnings.length === 0 && board.notices.length === 0;
  return (
    <NotificationDrawer
      ref={drawer}
      role="region"
      aria-label={t('notifications')}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && onClose()}
    >
      <NotificationDrawerHeader
        title={t('notifications')}
        customText={t('unread', { count: unread })}
        closeButtonAriaLabel={t('common:close')}
        onClose={onClose}
      >
        <NotificationActions
          isAllRead={unread === 0}
          isEmpty={board.notices.length === 0}
          onReadAll={readAll}
          onClear={board.clear}
        />
      </NotificationDrawerHeader>
      <NotificationDrawerBody>
        {isEmpty && (
          <EmptyState variant="sm" icon={BellIcon} titleText={t('noNotifications')} headingLevel="h2">
            <EmptyStateBody>{t('noNotificationsBody')}</EmptyStateBody>
          </EmptyState>
        )}
        {!isEmpty && (
          <NotificationDrawerList aria-label={t('notifications')}>
            {warnings.map(({ key, tone, title, path, isRead }) => (
              <NotificationItem
                key={key}
                tone={tone}
                title={title}
                about={t('needsYou')}
                isRead={isRead}
                onOpen={() => {
                  read([key]);
                  onClose();
                  navigate(path);
                }}
              />
            ))}
            {board.notices.map(({ id, tone, title, time, isRead }) => (
              <NotificationItem
                key={id}
                tone={tone}
                title={title}
                about={time.toLocaleTimeString(i18n.language, { timeStyle: 'short' })}
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
