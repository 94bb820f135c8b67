import { DropdownItem } from '@patternfly/react-core';
import { EllipsisVIcon } from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { useTranslation } from 'react-i18next';
import { DropMenu } from '../ui/DropMenu.tsx';

interface Props {
  isAllRead: boolean;
  isEmpty: boolean;
  onReadAll: () => void;
  onClear: () => void;
}

/** Actions for all notifications. They are in a menu, because a phone has no room for buttons beside the title. */
export function NotificationActions({ isAllRead, isEmpty, onReadAll, onClear }: Props) {
  const { t } = useTranslation('home');
  const label = t('console:actionsOf', { name: t('notifications') });
  return (
    <DropMenu toggle={{ variant: 'plain', 'aria-label': label, icon: <EllipsisVIcon /> }}>
      <DropdownItem isDisabled={isAllRead} onClick={onReadAll}>
        {t('markAllRead')}
      </DropdownItem>
      <DropdownItem isDisabled={isEmpty} onClick={onClear}>
        {t('clearAll')}
      </DropdownItem>
    </DropMenu>
  );
}
