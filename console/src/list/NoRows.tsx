import type { Kind } from '@doorwright/crds';
import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import { CubesIcon } from '@patternfly/react-icons/dist/esm/icons/cubes-icon';
import { SearchIcon } from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { useTranslation } from 'react-i18next';

interface Props {
  kind: Kind;
  isFiltered: boolean;
  onClear: () => void;
}

/** The empty state of a list: without objects, or without results. */
export function NoRows({ kind, isFiltered, onClear }: Props) {
  const { t } = useTranslation('console');
  if (!isFiltered) {
    return (
      <EmptyState icon={CubesIcon} titleText={t('nothingYet')} headingLevel="h2">
        <EmptyStateBody>{t('nothingYetOf', { kind: t(`${kind.name}:plural`) })}</EmptyStateBody>
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
