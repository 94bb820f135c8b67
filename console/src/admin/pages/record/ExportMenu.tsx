import { DropdownItem } from '@patternfly/react-core';
import { createdWithin } from '../../list/date-range.ts';
import type { ListState } from '../../list/list-state.ts';
import { DropMenu } from '../../ui/DropMenu.tsx';
import { useRecordWords } from './record-words.ts';

/** The server writes the file, with the filters of the list. */
function addressOf(
  format: string,
  owner: string | undefined,
  { field, value, from, to, text, equals }: ListState,
): string {
  const given = Object.entries({ ...equals, ...createdWithin({ from, to }), field, value, text, owner: owner ?? '' });
  return `/api/export-records?${new URLSearchParams([['format', format], ...given.filter(([, each]) => each)])}`;
}

/** Downloads all records of the search. */
export function ExportMenu({ state, organization }: { state: ListState; organization?: string }) {
  const { t } = useRecordWords();
  return (
    <DropMenu toggle={{ variant: 'secondary', children: t('export') }}>
      <DropdownItem to={addressOf('csv', organization, state)} download="">
        CSV
      </DropdownItem>
      <DropdownItem to={addressOf('jsonl', organization, state)} download="">
        JSON Lines
      </DropdownItem>
    </DropMenu>
  );
}
