import { DropdownItem } from '@patternfly/react-core';
import type { ListState } from '../../list/list-state.ts';
import { searchIn } from '../../list/search-in.ts';
import { DropMenu } from '../../ui/DropMenu.tsx';
import { useRecordWords } from './record-words.ts';

/** The server writes the file, with the filters of the list. */
const addressOf = (format: string, owner: string | undefined, state: ListState) =>
  `/api/export-records?${new URLSearchParams({ format, ...searchIn(state, owner) })}`;

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
