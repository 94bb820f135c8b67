import { Divider, DropdownItem } from '@patternfly/react-core';
import { EllipsisVIcon } from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { DropMenu } from '../../ui/DropMenu.tsx';
import { useTranslation } from '../../words/use-translation.ts';

interface Props {
  isAllRead: boolean;
  hasNotices: boolean;
  hasProblems: boolean;
  /** The daily digest by mail. Only administrators have one. */
  digest: { isOn: boolean; email: string } | undefined;
  onReadAll: () => void;
  onClear: () => void;
  onDismissAll: () => void;
  onDigest: (isOn: boolean) => void;
}

/** Actions for all notifications. They are in a menu, because a phone has no room for buttons beside the title. */
export function NotificationActions({ isAllRead, hasNotices, hasProblems, digest, ...on }: Props) {
  const { t } = useTranslation('notifications');
  const label = t('console:actionsOf', { name: t('home:notifications') });
  return (
    <DropMenu toggle={{ variant: 'plain', 'aria-label': label, icon: <EllipsisVIcon /> }}>
      <DropdownItem isDisabled={isAllRead} onClick={on.onReadAll}>
        {t('markAllRead')}
      </DropdownItem>
      <DropdownItem isDisabled={!hasNotices} onClick={on.onClear}>
        {t('clearAll')}
      </DropdownItem>
      {digest && (
        <>
          <DropdownItem isDisabled={!hasProblems} onClick={on.onDismissAll}>
            {t('dismissAll')}
          </DropdownItem>
          <Divider component="li" />
          <DropdownItem
            isDisabled={!digest.email && !digest.isOn}
            description={digest.email ? t('digestAbout', { email: digest.email }) : t('digestNoEmail')}
            onClick={() => on.onDigest(!digest.isOn)}
          >
            {t(digest.isOn ? 'digestOff' : 'digestOn')}
          </DropdownItem>
        </>
      )}
    </DropMenu>
  );
}
