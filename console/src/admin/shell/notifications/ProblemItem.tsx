import {
  Button,
  Flex,
  NotificationDrawerListItem,
  NotificationDrawerListItemBody,
  NotificationDrawerListItemHeader,
} from '@patternfly/react-core';
import { Link } from '../../router/Link.tsx';
import { Time } from '../../ui/Time.tsx';
import { useCallProblem } from '../../words/call-problem.ts';
import { useTranslation } from '../../words/use-translation.ts';
import type { Problem } from './use-notifications.ts';

interface Props {
  problem: Problem & { isRead: boolean };
  isBusy: boolean;
  onOpen: () => void;
  onDismiss: () => void;
}

/** A problem: what it is, what to do, since when, and where. */
export function ProblemItem({
  problem: { code, tone, params, since, path, isRead },
  isBusy,
  onOpen,
  onDismiss,
}: Props) {
  const { t } = useTranslation('notifications');
  const say = useCallProblem();
  const { problem, problemCode, problemValue } = params as Record<string, string | undefined>;
  const told = { ...params, ...(problem && { problem: say({ code: problemCode, value: problemValue }, problem) }) };
  const title = t(`titles.${code}`, told);
  return (
    // Not the item but its link is pressed, because the item has two actions.
    <NotificationDrawerListItem
      variant={tone}
      isRead={isRead}
      isHoverable={false}
      tabIndex={-1}
      readStateScreenReaderText={isRead ? t('isRead') : t('isUnread')}
    >
      <NotificationDrawerListItemHeader
        variant={tone}
        title={title}
        srTitle={t(`console:tones.${tone}`)}
        headingLevel="h2"
      />
      <NotificationDrawerListItemBody timestamp={since && <Time moment={since} />}>
        {t(`todo.${code}`, told)}
        <Flex gap={{ default: 'gapMd' }}>
          <Link to={path} onClick={onOpen} aria-label={t('openNamed', { title })}>
            {t('open')}
          </Link>
          <Button
            variant="link"
            isInline
            isDisabled={isBusy}
            onClick={onDismiss}
            aria-label={t('dismissNamed', { title })}
          >
            {t('dismiss')}
          </Button>
        </Flex>
      </NotificationDrawerListItemBody>
    </NotificationDrawerListItem>
  );
}
