import type { Kind } from '@doorwright/crds';
import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import { SearchIcon } from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { useMemo } from 'react';
import { isEdited } from '../kinds.ts';
import { mayAdd, useAccount } from '../session/account.ts';
import { GuideLink } from '../ui/GuideLink.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { AddButton } from './AddButton.tsx';
import { iconOf } from './kind-icon.tsx';

interface Props {
  kind: Kind;
  organization: string | undefined;
  isFiltered: boolean;
  onClear: () => void;
}

/** The list is empty: the kind has no objects yet, or none that match. */
export function NoRows({ kind, organization, isFiltered, onClear }: Props) {
  const { t } = useTranslation('console');
  const words = useKindWords(kind);
  const account = useAccount();
  const icon = useMemo(() => iconOf(kind.name), [kind.name]);
  if (!isFiltered) {
    return (
      <EmptyState icon={icon} titleText={t('nothingYet')} headingLevel="h2">
        <EmptyStateBody>{words.empty}</EmptyStateBody>
        <EmptyStateFooter>
          {account && mayAdd(kind, account) && isEdited(kind) && (
            <EmptyStateActions>
              <AddButton
                kind={kind}
                title={t('list:add', { kind: words.title })}
                {...(organization && { organization })}
              />
            </EmptyStateActions>
          )}
          <EmptyStateActions>
            <GuideLink kind={kind} />
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={SearchIcon} titleText={t('nothingFound')} headingLevel="h2">
      <EmptyStateBody>{t('nothingFoundBody')}</EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button variant="link" onClick={onClear}>
            {t('clearFilters')}
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
