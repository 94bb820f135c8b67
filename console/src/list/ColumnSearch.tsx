import type { Kind } from '@doorwright/crds';
import { InputGroup, InputGroupItem, SearchInput } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SingleSelect } from '../ui/SingleSelect.tsx';
import { useKindWords } from '../words/kind-words.ts';
import type { ListState } from './list-state.ts';

interface Props {
  kind: Kind;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

/** A search box with a choice of the column. */
export function ColumnSearch({ kind, state, onChange }: Props) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const columns = (kind.list?.columns ?? []).filter(({ search }) => search).map(({ field }) => field);
  const usual = [kind.label ?? 'name', 'name'].find((each) => columns.includes(each)) ?? columns[0];
  const inForce = columns.includes(state.field);
  const [field, setField] = useState((inForce ? state.field : usual) ?? '');
  const [text, setText] = useState(inForce ? state.value : '');
  // The Back button and a removed filter label also change the address.
  useEffect(() => {
    setText(inForce ? state.value : '');
    if (inForce) setField(state.field);
  }, [inForce, state.field, state.value]);

  if (!usual) return null;
  const label = t('search', { field: words.field(field) });
  return (
    <InputGroup className="column-search">
      <InputGroupItem>
        <SingleSelect
          label={t('console:searchedColumn')}
          choices={columns.map((value) => ({ value, title: words.field(value) }))}
          chosen={field}
          onChoose={setField}
        />
      </InputGroupItem>
      <InputGroupItem isFill>
        <SearchInput
          aria-label={label}
          placeholder={label}
          value={text}
          submitSearchButtonLabel={label}
          resetButtonLabel={t('reset')}
          onChange={(_event, value) => setText(value)}
          // Copied texts often have spaces around them.
          onSearch={(_event, typed) => {
            const value = typed.trim();
            onChange(value ? { field, value } : { field: '', value: '' });
          }}
          onClear={() => {
            setText('');
            onChange({ field: '', value: '' });
          }}
        />
      </InputGroupItem>
    </InputGroup>
  );
}
