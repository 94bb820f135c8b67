import {
  NotificationDrawerListItem,
  NotificationDrawerListItemBody,
  NotificationDrawerListItemHeader,
} from '@patternfly/react-core';
import { useTranslation } from '../../words/use-translation.ts';

interface Props {
  tone: 'success' | 'danger' | 'info';
  title: string;
  about: string;
  isRead: boolean;
  onOpen: () => void;
}

/** The result of an action of this visit. */
export function NoticeItem({ tone, title, about, isRead, onOpen }: Props) {
  const { t } = useTranslation('notifications');
  return (
    <NotificationDrawerListItem
      variant={tone}
      isRead={isRead}
      readStateScreenReaderText={isRead ? t('isRead') : t('isUnread')}
      onClick={onOpen}
    >
      <NotificationDrawerListItemHeader
        variant={tone}
        title={title}
        srTitle={t(`console:tones.${tone}`)}
        headingLevel="h2"
      />
      <NotificationDrawerListItemBody timestamp={about} />
    </NotificationDrawerListItem>
  );
}
