import { Nav, NavItem, NavList, PageSidebar, PageSidebarBody } from '@patternfly/react-core';
import { ExternalLinkAltIcon } from '@patternfly/react-icons/dist/esm/icons/external-link-alt-icon';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { menuKinds } from '../kinds.ts';
import { paths } from '../paths.ts';
import { type Account, isGlobalAdmin, mayList } from '../session/account.ts';

/** The first part of the address says where one is: an organization's users stand under Organizations. */
const isWithin = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

export function Menu({ account }: { account: Account }) {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const link = (path: string, title: string, isActive: boolean) => (
    <NavItem key={path} itemId={path} isActive={isActive}>
      <NavLink to={path} end>
        {title}
      </NavLink>
    </NavItem>
  );
  return (
    <PageSidebar>
      <PageSidebarBody>
        <Nav aria-label={t('menu')}>
          <NavList>
            {link(paths.home, t('common:home'), pathname === paths.home)}
            {menuKinds
              .filter((kind) => mayList(kind, account))
              .map((kind) => link(paths.list(kind), t(`${kind.name}:plural`), isWithin(pathname, paths.list(kind))))}
            {isGlobalAdmin(account) && link(paths.declared, t('declared'), pathname === paths.declared)}
            {isGlobalAdmin(account) && (
              <NavItem to={paths.swagger} target="_blank" icon={<ExternalLinkAltIcon />}>
                Swagger
              </NavItem>
            )}
          </NavList>
        </Nav>
      </PageSidebarBody>
    </PageSidebar>
  );
}
