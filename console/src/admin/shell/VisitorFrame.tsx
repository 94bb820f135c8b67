import { Button, Page } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { rememberTarget } from '../../shared/return-target.ts';
import { paths } from '../paths.ts';
import { useTranslation } from '../words/use-translation.ts';
import { Header } from './Header.tsx';

/** Surrounds public pages for visitors who are not signed in. */
export function VisitorFrame({ children }: { children: ReactNode }) {
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
      {children}
    </Page>
  );
}
