import { Button, Page } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { rememberTarget } from '../browser/return-target.ts';
import { paths } from '../paths.ts';
import { Header } from './Header.tsx';

/** Surrounds public pages for visitors who are not signed in. */
export function VisitorFrame() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <Page
      masthead={
        <Header>
          <Button component="a" href={paths.login()} variant="secondary" onClick={() => rememberTarget(pathname)}>
            {t('signIn')}
          </Button>
        </Header>
      }
      isContentFilled
    >
      <Outlet />
    </Page>
  );
}
