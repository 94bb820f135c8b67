import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import { ExclamationCircleIcon } from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  error: Error;
  onRetry: () => void;
  /** Another way out. */
  children?: ReactNode;
}

/** What could not be loaded, why, and the way to try again. */
export function FailedState({ error, onRetry, children }: Props) {
  const { t } = useTranslation('console');
  return (
    <EmptyState status="danger" icon={ExclamationCircleIcon} titleText={t('failedToLoad')} headingLevel="h1">
      <EmptyStateBody>{error.message}</EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button onClick={onRetry}>{t('tryAgain')}</Button>
          {children}
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
