import { Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../http/call.ts';
import { paths } from '../paths.ts';
import type { Account } from '../session/account.ts';
import { rememberNotice } from '../session/notice.ts';
import { useNotify } from '../ui/Notices.tsx';
import { Portrait } from '../ui/Portrait.tsx';

export function AccountMenu({ account }: { account: Account }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const shownName = account.displayName || account.name;

  async function logout() {
    try {
      await call('logout', { body: {} });
      rememberNotice('loggedOut');
      location.assign(paths.login(account.owner));
    } catch (error) {
      notify('danger', t('failedToLogOut', { ns: 'console', error: (error as Error).message }));
    }
  }

  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      popperProps={{ position: 'right' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plainText"
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          icon={<Portrait src={account.avatar} name={account.name} size="md" />}
        >
          <span className="account-name">{shownName}</span>
        </MenuToggle>
      )}
    >
      <DropdownList>
        <DropdownItem onClick={() => navigate(paths.account)}>{t('myAccount')}</DropdownItem>
        <DropdownItem onClick={() => void logout()}>{t('logout')}</DropdownItem>
      </DropdownList>
    </Dropdown>
  );
}
