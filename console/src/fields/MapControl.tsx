import { Button, TextInput } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from './control.ts';

type Entry = [name: string, value: string];

/** Free names with values. Rows are kept here, because two of them may have the same name while one types. */
export function MapControl({ label, value, isDisabled, onChange }: ControlProps<Record<string, string>>) {
  const { t } = useTranslation('console');
  const [rows, setRows] = useState<Entry[]>(() => Object.entries(value ?? {}));
  const write = (next: Entry[]) => {
    setRows(next);
    onChange(Object.fromEntries(next.filter(([name]) => name !== '')));
  };
  const put = (index: number, entry: Entry) => write(rows.map((row, at) => (at === index ? entry : row)));
  return (
    <>
      <Table variant="compact" borders={false} gridBreakPoint="grid-md" aria-label={label}>
        <Thead>
          <Tr>
            <Th>{t('entryName')}</Th>
            <Th>{t('entryValue')}</Th>
            <Th screenReaderText={t('common:action')} />
          </Tr>
        </Thead>
        <Tbody>
          {rows.map(([name, text], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <Tr key={index}>
              <Td dataLabel={t('entryName')}>
                <TextInput
                  aria-label={`${t('entryName')} ${index + 1}`}
                  value={name}
                  isDisabled={isDisabled}
                  onChange={(_event, next) => put(index, [next, text])}
                />
              </Td>
              <Td dataLabel={t('entryValue')}>
                <TextInput
                  aria-label={`${t('entryValue')} ${index + 1}`}
                  value={text}
                  isDisabled={isDisabled}
                  onChange={(_event, next) => put(index, [name, next])}
                />
              </Td>
              <Td isActionCell>
                <Button
                  variant="link"
                  isDisabled={isDisabled}
                  aria-label={`${t('common:delete')} ${index + 1}`}
                  onClick={() => write(rows.filter((_row, at) => at !== index))}
                >
                  {t('common:delete')}
                </Button>
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      <Button variant="secondary" size="sm" isDisabled={isDisabled} onClick={() => setRows([...rows, ['', '']])}>
        {t('common:add')}
      </Button>
    </>
  );
}
