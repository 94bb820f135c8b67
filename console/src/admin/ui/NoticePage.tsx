import {
  Button,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  PageSection,
} from '@patternfly/react-core';
import type { ComponentType } from 'react';
import { paths } from '../paths.ts';
import { Link } from '../router/Link.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { PageTitle } from './PageTitle.tsx';

/** A page with only a title and a reason. */
export function NoticePage({ title, text, icon }: { title: string; text: string; icon: ComponentType }) {
  const { t } = useTranslation();
  return (
    <PageSection isFilled>
      <PageTitle topics={[title]} />
      <EmptyState variant="full" icon={icon} titleText={title} headingLevel="h1">
        <EmptyStateBody>{text}</EmptyStateBody>
        <EmptyStateFooter>
          <EmptyStateActions>
            <Button component={(props) => <Link {...props} to={paths.home} />}>{t('backHome')}</Button>
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
    </PageSection>
  );
}
