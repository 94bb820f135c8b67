import type { Kind } from '@doorwright/crds';
import { Nav, NavExpandable, NavItem, NavList, PageSidebar, PageSidebarBody } from '@patternfly/react-core';
import { ExternalLinkAltIcon } from '@patternfly/react-icons/dist/esm/icons/external-link-alt-icon';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { keepPersonal, readPersonal } from '../browser/personal.ts';
import { dailyKinds, menu, menuKinds } from '../kinds.ts';
import { paths } from '../paths.ts';
import { Link } from '../router/Link.tsx';
import { type Account, isAdministrator, isGlobalAdmin, mayList } from '../session/account.ts';
import { useTranslation } from '../words/use-translation.ts';
import './menu.css';

const isWithin = (pathname: string, path: string) =>
  [path, `/new${path}`].includes(pathname) || pathname.startsWith(`${path}/`);

/** The entry of an address, by its first part: an organization's users are under Organizations. */
const entryOf = (pathname: string): string | undefined =>
  pathname === paths.home
    ? paths.home
    : [paths.getStarted, paths.declared, ...menuKinds.map(paths.list)].find((path) => isWithin(pathname, path));

interface LinkProps {
  path: string;
  title: string;
  isCurrent: boolean;
}

/** The menu scrolls the current entry into view. A phone hides the menu. */
function MenuLink({ path, title, isCurrent, ...item }: LinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // After the page is drawn, because it asks for the layout.
  useEffect(() => {
    if (isCurrent && link.current?.checkVisibility({ visibilityProperty: true }))
      link.current.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    // The library gives its items a class, and takes them out of the order of the keyboard while the menu is hidden.
    <Link {...item} to={path} ref={link} {...(isCurrent && { 'aria-current': 'page' })}>
      {title}
    </Link>
  );
}

/** The sections that the user opened. The browser keeps them. */
function useOpened({ owner, name }: Account): [readonly string[], (section: string, isOpen: boolean) => void] {
  const user = `${owner}/${name}`;
  const kept = readPersonal(user, 'menu');
  const [opened, setOpened] = useState<readonly string[]>(Array.isArray(kept) ? kept : []);
  return [
    opened,
    (section, isOpen) => {
      const next = [...opened.filter((each) => each !== section), ...(isOpen ? [section] : [])];
      keepPersonal(user, 'menu', next);
      setOpened(next);
    },
  ];
}

export function Menu({ account }: { account: Account }) {
  const { t } = useTranslation('console');
  const current = entryOf(useLocation().pathname);
  const [opened, open] = useOpened(account);
  const daily = dailyKinds.filter((kind) => mayList(kind, account));
  const isHere = (kinds: readonly Kind[]) => kinds.some((kind) => paths.list(kind) === current);
  // The section of the page is open, until its user folds it there.
  const [foldedHere, setFoldedHere] = useState('');
  const sections = menu
    .map(({ title, kinds }) => ({ title, listed: kinds.filter((kind) => mayList(kind, account)) }))
    .filter(({ listed }) => listed.length > 0)
    .map((section) => ({
      ...section,
      isOpen: opened.includes(section.title) || (isHere(section.listed) && foldedHere !== current),
    }));
  const isAdmin = isAdministrator(account);
  // With the pages above the sections, and the two of global administrators below them.
  const rows =
    (isAdmin ? 2 : 1) +
    daily.length +
    sections.flatMap(({ title, listed, isOpen }) => [title, ...(isOpen ? listed : [])]).length +
    (isGlobalAdmin(account) ? 2 : 0);
  const link = (path: string, title: string) => (
    <NavItem key={path} itemId={path} isActive={path === current}>
      <MenuLink path={path} title={title} isCurrent={path === current} />
    </NavItem>
  );
  return (
    <PageSidebar>
      <PageSidebarBody>
        <Nav aria-label={t('menu')} className="menu" style={{ '--menu-rows': rows } as CSSProperties}>
          <NavList>
            {link(paths.home, t('common:home'))}
            {isAdmin && link(paths.getStarted, t('getStarted'))}
            {daily.map((kind) => link(paths.list(kind), t(`${kind.name}:plural`)))}
            {sections.map(({ title, listed, isOpen }) => (
              <NavExpandable
                key={title}
                title={t(`menuGroups.${title}`)}
                srText={t(`menuGroups.${title}`)}
                isActive={!isOpen && isHere(listed)}
                isExpanded={isOpen}
                onExpand={(_event, isWanted) => {
                  open(title, isWanted);
                  if (isHere(listed)) setFoldedHere(isWanted ? '' : (current ?? ''));
                }}
              >
                {listed.map((kind) => link(paths.list(kind), t(`${kind.name}:plural`)))}
              </NavExpandable>
            ))}
            {isGlobalAdmin(account) && (
              <>
                {link(paths.declared, t('declared'))}
                <NavItem to={paths.swagger} target="_blank" icon={<ExternalLinkAltIcon />}>
                  Swagger
                </NavItem>
              </>
            )}
          </NavList>
        </Nav>
      </PageSidebarBody>
    </PageSidebar>
  );
}
