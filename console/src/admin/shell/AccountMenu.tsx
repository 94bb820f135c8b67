import { DropdownItem } from '@patternfly/react-core';
import { rememberNotice } from '../../shared/notice.ts';
import { call } from '../http/call.ts';
import { paths } from '../paths.ts';
import type { Account } from '../session/account.ts';
import { DropMenu } from '../ui/DropMenu.tsx';
import { useNotify } from '../ui/Notices.tsx';
import { Portrait } from '../ui/Portrait.tsx';
import { useTranslation } from '../words/use-translation.ts';

export function AccountMenu({ account }: { account: Account }) {
  const { t } = useTranslation();
  const notify = useNotify();

  async function logout() {
    try {
      const { data2 } = await call<string>('logout', { body: {} });
      rememberNotice('loggedOut');
      // A session at service providers of SAML ends there too, through the browser.
      location.assign(typeof data2 === 'string' && data2 ? data2 : paths.login(account.owner));
    } catch (error) {
      notify('danger', t('console:failedToLogOut', { error: (error as Error).message }));
    }
  }

  const toggle = {
    variant: 'plainText' as const,
    icon: <Portrait src={account.avatar} name={account.name} size="md" />,
    children: <span className="account-name">{account.displayName || account.name}</span>,
  };
  return (
    <DropMenu toggle={toggle}>
      <DropdownItem onClick={() => location.assign(paths.account)}>{t('myAccount')}</DropdownItem>
      <DropdownItem onClick={() => void logout()}>{t('logout')}</DropdownItem>
    </DropMenu>
  );
}
