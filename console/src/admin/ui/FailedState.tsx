import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import { ExclamationCircleIcon } from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import type { ReactNode } from 'react';
import { codeToldIn } from '../http/told-errors.ts';
import { useTranslation } from '../words/use-translation.ts';
import { WhatToDo } from './WhatToDo.tsx';

interface Props {
  error: Error;
  onRetry: () => void;
  /** A second action beside the retry. */
  children?: ReactNode;
}

/** Names what failed to load and why, and offers a retry. */
export function FailedState({ error, onRetry, children }: Props) {
  const { t } = useTranslation('console');
  const code = codeToldIn(error.message);
  return (
    <EmptyState status="danger" icon={ExclamationCircleIcon} titleText={t('failedToLoad')} headingLevel="h1">
      <EmptyStateBody>{error.message}</EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button onClick={onRetry}>{t('tryAgain')}</Button>
          {children}
        </EmptyStateActions>
        {code && (
          <EmptyStateActions>
            <WhatToDo code={code} />
          </EmptyStateActions>
        )}
      </EmptyStateFooter>
    </EmptyState>
  );
}
