import { Button, TextInput } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from './control.ts';
import { ProblemText } from './ProblemText.tsx';

type Entry = [name: string, value: string];
type Values = Record<string, string>;

const entriesOf = (value: Values | undefined): Entry[] => Object.entries(value ?? {});

/**
 * Pairs of names and values. The control keeps its own rows, because two rows can have the same name while the user types. A new
 * value from outside replaces the rows.
 */
export function MapControl({ id, label, value, isDisabled, onChange }: ControlProps<Values>) {
  const { t } = useTranslation('console');
  const stands = JSON.stringify(value ?? {});
  const [{ rows, written }, keep] = useState({ rows: entriesOf(value), written: stands });
  if (stands !== written) keep({ rows: entriesOf(value), written: stands });
  const write = (next: Entry[]) => {
    const values = Object.fromEntries(next.filter(([name]) => name !== ''));
    keep({ rows: next, written: JSON.stringify(values) });
    onChange(values);
  };
  const isTwice = (name: string) => name !== '' && rows.filter(([other]) => other === name).length > 1;
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
                  validated={isTwice(name) ? 'error' : 'default'}
                  onChange={(_event, next) => put(index, [next, text])}
                />
                {isTwice(name) && <ProblemText id={`${id}-${index}`} text={t('entryTwice')} />}
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
      <Button
        variant="secondary"
        size="sm"
        isDisabled={isDisabled}
        onClick={() => keep({ rows: [...rows, ['', '']], written })}
      >
        {t('common:add')}
      </Button>
    </>
  );
}
