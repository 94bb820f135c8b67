import { Nav, NavGroup, NavItem, NavList, PageSidebar, PageSidebarBody } from '@patternfly/react-core';
import { ExternalLinkAltIcon } from '@patternfly/react-icons/dist/esm/icons/external-link-alt-icon';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { menu } from '../kinds.ts';
import { paths } from '../paths.ts';
import { type Account, isGlobalAdmin, mayList } from '../session/account.ts';

/** The first part of the address marks the entry: an organization's users are under Organizations. */
const isWithin = (pathname: string, path: string) =>
  [path, `/new${path}`].includes(pathname) || pathname.startsWith(`${path}/`);

/** The menu scrolls the current entry into view. A phone hides the menu. */
const toView = (link: HTMLAnchorElement | null) => {
  if (link?.checkVisibility({ visibilityProperty: true })) link.scrollIntoView({ block: 'nearest' });
};

export function Menu({ account }: { account: Account }) {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const link = (path: string, title: string, isActive: boolean) => (
    <NavItem key={path} itemId={path} isActive={isActive}>
      <NavLink to={path} end ref={isActive ? toView : null}>
        {title}
      </NavLink>
    </NavItem>
  );
  return (
    <PageSidebar>
      <PageSidebarBody>
        <Nav aria-label={t('menu')}>
          <NavList>{link(paths.home, t('common:home'), pathname === paths.home)}</NavList>
          {menu
            .map(({ title, kinds }) => ({ title, listed: kinds.filter((kind) => mayList(kind, account)) }))
            .filter(({ listed }) => listed.length > 0)
            .map(({ title, listed }) => (
              <NavGroup key={title} title={t(`menuGroups.${title}`)}>
                {listed.map((kind) =>
                  link(paths.list(kind), t(`${kind.name}:plural`), isWithin(pathname, paths.list(kind))),
                )}
              </NavGroup>
            ))}
          {isGlobalAdmin(account) && (
            <NavList>
              {link(paths.declared, t('declared'), pathname === paths.declared)}
              <NavItem to={paths.swagger} target="_blank" icon={<ExternalLinkAltIcon />}>
                Swagger
              </NavItem>
            </NavList>
          )}
        </Nav>
      </PageSidebarBody>
    </PageSidebar>
  );
}
