import type { Kind } from '@doorwright/crds';
import { InputGroup, InputGroupItem, SearchInput } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import { SingleSelect } from '../ui/SingleSelect.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import type { ListState } from './list-state.ts';

interface Props {
  kind: Kind;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

/** The choice of all texts in place of a column. */
const anyText = '';

/** A search box with a choice of the column. */
export function ColumnSearch({ kind, state, onChange }: Props) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const columns = (kind.list?.columns ?? []).filter(({ search }) => search).map(({ field }) => field);
  const usual = [kind.label ?? 'name', 'name'].find((each) => columns.includes(each)) ?? columns[0];
  const hasTexts = kind.list?.texts !== undefined;
  const inForce = columns.includes(state.field);
  const present = inForce ? state.value : state.text;
  const [field, setField] = useState((inForce ? state.field : hasTexts ? anyText : usual) ?? '');
  const [text, setText] = useState(present);
  // The Back button and a removed filter label also change the address.
  useEffect(() => {
    setText(present);
    if (inForce) setField(state.field);
  }, [inForce, state.field, present]);

  if (!usual) return null;
  const titleOf = (value: string) => (value === anyText ? t('list:anyText') : words.field(value));
  const label = t('search', { field: field === anyText ? words.texts : titleOf(field) });
  const find = (value: string) => {
    const nothing = { field: '', value: '', ...(hasTexts && { text: '' }) };
    onChange({ ...nothing, ...(value && (field === anyText ? { text: value } : { field, value })) });
  };
  return (
    <InputGroup className="column-search">
      <InputGroupItem>
        <SingleSelect
          label={t('console:searchedColumn')}
          choices={[...(hasTexts ? [anyText] : []), ...columns].map((value) => ({ value, title: titleOf(value) }))}
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
          onSearch={(_event, typed) => find(typed.trim())}
          onClear={() => {
            setText('');
            find('');
          }}
        />
      </InputGroupItem>
    </InputGroup>
  );
}
