import { NotificationBadge } from '@patternfly/react-core';
import type { Ref } from 'react';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  ref: Ref<HTMLButtonElement>;
  unread: number;
  isOpen: boolean;
  onClick: () => void;
}

/** Shows the number of unread notifications and opens the drawer. */
export function Bell({ ref, unread, isOpen, onClick }: Props) {
  const { t } = useTranslation('home');
  return (
    <NotificationBadge
      innerRef={ref}
      // A coloured badge on every page would ask for attention all day.
      variant="read"
      {...(unread > 0 && { count: unread })}
      isExpanded={isOpen}
      onClick={onClick}
      aria-label={unread > 0 ? t('unreadNotifications', { count: unread }) : t('notifications')}
    />
  );
}
