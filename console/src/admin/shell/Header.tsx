import {
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadLogo,
  MastheadMain,
  MastheadToggle,
  PageToggleButton,
  Toolbar,
  ToolbarContent,
  ToolbarGroup,
  ToolbarItem,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { Link } from '../router/Link.tsx';
import { GuideButton } from '../ui/GuideLink.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';

interface Props {
  /** The organization of the signed-in user, whose logo stands in place of ours. */
  owner?: { name: string; displayName: string; logo?: string; logoDark?: string };
  hasMenu?: boolean;
  search?: ReactNode;
  bell?: ReactNode;
  /** The signed-in user's menu, or the link to sign in. */
  children: ReactNode;
}

/** A constant, because a new component for each render would lose the focus. */
const HomeLink = (props: object) => <Link {...props} to={paths.home} />;

export function Header({ owner, hasMenu = false, search, bell, children }: Props) {
  const { t } = useTranslation('console');
  const { logo, logoDark } = owner ?? {};
  const name = owner?.displayName || owner?.name;
  return (
    <Masthead display={{ default: 'inline' }}>
      <MastheadMain>
        {hasMenu && (
          <MastheadToggle>
            <PageToggleButton isHamburgerButton aria-label={t('menu')} />
          </MastheadToggle>
        )}
        <MastheadBrand>
          <MastheadLogo component={HomeLink} className="brand">
            {logo ? (
              <>
                <img src={logo} alt={name} className={logoDark ? 'logo in-light' : 'logo'} />
                {logoDark && <img src={logoDark} alt={name} className="logo in-dark" />}
              </>
            ) : (
              <>
                <img src="/icon.svg" alt="" width={28} height={28} />
                <span className="brand-name">Doorwright</span>
              </>
            )}
          </MastheadLogo>
        </MastheadBrand>
      </MastheadMain>
      <MastheadContent>
        <Toolbar isStatic>
          <ToolbarContent>
            <ToolbarGroup alignItems="center" align={{ default: 'alignEnd' }} gap={{ default: 'gapNone', md: 'gapSm' }}>
              {search && <ToolbarItem>{search}</ToolbarItem>}
              {bell && <ToolbarItem>{bell}</ToolbarItem>}
              {/* A phone has it in the footer. */}
              <ToolbarItem visibility={{ default: 'hidden', md: 'visible' }}>
                <GuideButton />
              </ToolbarItem>
              <ToolbarItem>
                <ThemeMenu />
              </ToolbarItem>
              <ToolbarItem>
                <LanguageMenu />
              </ToolbarItem>
              <ToolbarItem>{children}</ToolbarItem>
            </ToolbarGroup>
          </ToolbarContent>
        </Toolbar>
      </MastheadContent>
    </Masthead>
  );
}
