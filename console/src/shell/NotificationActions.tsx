import { Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core';
import { EllipsisVIcon } from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  isAllRead: boolean;
  isEmpty: boolean;
  onReadAll: () => void;
  onClear: () => void;
}

/** What can be done with all notifications at once; in a menu, because a phone has no room for it beside the title. */
export function NotificationActions({ isAllRead, isEmpty, onReadAll, onClear }: Props) {
  const { t } = useTranslation('home');
  const [isOpen, setOpen] = useState(false);
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      popperProps={{ position: 'right' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plain"
          aria-label={t('console:actionsOf', { name: t('notifications') })}
          icon={<EllipsisVIcon />}
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
    >
      <DropdownList>
        <DropdownItem isDisabled={isAllRead} onClick={onReadAll}>
          {t('markAllRead')}
        </DropdownItem>
        <DropdownItem isDisabled={isEmpty} onClick={onClear}>
          {t('clearAll')}
        </DropdownItem>
      </DropdownList>
    </Dropdown>
  );
}
