import { TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import type { ControlProps } from './control.ts';
import { FieldTexts } from './FieldTexts.tsx';
import { RowsTable } from './RowsTable.tsx';

type Entry = [name: string, value: string];
type Values = Record<string, string>;

const entriesOf = (value: Values | undefined): Entry[] => Object.entries(value ?? {});

/**
 * Pairs of names and values. The control keeps its own rows, because two rows can have the same name while the user types. A new
 * value from outside replaces the rows.
 */
export function MapControl({ id, field, label, value, isDisabled, onChange }: ControlProps<Values>) {
  const { t } = useTranslation('console');
  const stands = JSON.stringify(value ?? {});
  const [{ rows, written }, keep] = useState({ rows: entriesOf(value), written: stands });
  if (stands !== written) keep({ rows: entriesOf(value), written: stands });
  const write = (next: Entry[]) => {
    const values = Object.fromEntries(next.filter(([name]) => name !== ''));
    const text = JSON.stringify(values);
    keep({ rows: next, written: text });
    // A new row without a name changes nothing yet.
    if (text !== written) onChange(values);
  };
  const isTwice = (name: string) => name !== '' && rows.filter(([other]) => other === name).length > 1;
  const put = (index: number, entry: Entry) => write(rows.map((row, at) => (at === index ? entry : row)));
  return (
    <RowsTable<Entry>
      id={id}
      label={label}
      heads={[t('entryName'), t('entryValue')]}
      rows={rows}
      nameOf={([name]) => name}
      isDisabled={isDisabled}
      isOrdered={false}
      next={rows.length < (field.schema.maxProperties ?? Number.POSITIVE_INFINITY) ? ['', ''] : undefined}
      onChange={write}
      cellsOf={([name, text], index) => [
        <>
          <TextInput
            aria-label={`${t('entryName')} ${index + 1}`}
            value={name}
            isDisabled={isDisabled}
            validated={isTwice(name) ? 'error' : 'default'}
            onChange={(_event, next) => put(index, [next, text])}
          />
          {isTwice(name) && <FieldTexts id={`${id}-${index}`} problem={t('entryTwice')} />}
        </>,
        <TextInput
          key="value"
          aria-label={`${t('entryValue')} ${index + 1}`}
          value={text}
          isDisabled={isDisabled}
          onChange={(_event, next) => put(index, [name, next])}
        />,
      ]}
    />
  );
}
