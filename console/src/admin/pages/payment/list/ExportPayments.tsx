import { Button } from '@patternfly/react-core';
import type { ListState } from '../../../list/list-state.ts';
import { searchIn } from '../../../list/search-in.ts';
import { useTranslation } from '../../../words/use-translation.ts';

/** Downloads all payments of the search. The server writes the file. */
export function ExportPayments({ state, organization }: { state: ListState; organization?: string }) {
  const { t } = useTranslation('sales');
  const address = `/api/export-payments?${new URLSearchParams(searchIn(state, organization))}`;
  return (
    <Button component="a" variant="secondary" href={address} download="">
      {t('export')}
    </Button>
  );
}
