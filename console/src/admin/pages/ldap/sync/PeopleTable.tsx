import { Checkbox, Label } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { checkClass } from '../../../list/table-classes.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { keyOf, type Person } from './people.ts';

export type Mark = 'exists' | 'added' | 'failed';

const tones = { exists: 'info', added: 'success', failed: 'danger' } as const;

interface Props {
  /** The people of this page. */
  people: readonly Person[];
  /** What is known of a person's user. */
  markOf: (person: Person) => Mark | undefined;
  selected: ReadonlySet<string>;
  /** Everybody who can be selected is. */
  isAllSelected: boolean;
  onSelect: (person: Person, isOn: boolean) => void;
  onSelectAll: (isOn: boolean) => void;
}

/** People of a directory. Nobody can select those who are users, or who have no ID: no later run would find these. */
export function PeopleTable({ people, markOf, selected, isAllSelected, onSelect, onSelectAll }: Props) {
  const { t } = useTranslation('sync-runs');
  const heads = ['cn', 'uid', 'groupId', 'email', 'phone', 'address', 'uuid'].map((name) =>
    t(`directory.columns.${name}`),
  );
  return (
    <Table variant="compact" gridBreakPoint="grid-xl" aria-label={t('people')}>
      <Thead>
        <Tr>
          <Th className={checkClass}>
            <Checkbox
              id="select-everybody"
              aria-label={t('directory.selectAll')}
              isChecked={isAllSelected}
              onChange={(_event, isOn) => onSelectAll(isOn)}
            />
          </Th>
          {[...heads, t('result')].map((head) => (
            <Th key={head} modifier="wrap">
              {head}
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {people.map((person) => {
          const { cn, uidNumber, uid, groupId, email, phone, address, uuid } = person;
          const key = keyOf(person);
          const mark = markOf(person);
          const isUser = mark === 'exists' || mark === 'added';
          const cells = [cn, [uidNumber, uid].filter(Boolean).join(' / '), groupId, email, phone, address, uuid];
          return (
            <Tr key={key} isRowSelected={selected.has(key)}>
              <Td className={checkClass}>
                <Checkbox
                  id={`select-${key}`}
                  aria-label={t('list:select', { name: cn || uid })}
                  isDisabled={isUser || uuid === ''}
                  isChecked={selected.has(key)}
                  onChange={(_event, isOn) => onSelect(person, isOn)}
                />
              </Td>
              {cells.map((cell, at) => (
                <Td key={heads[at]} dataLabel={heads[at] ?? ''} modifier={at === 0 ? 'wrap' : 'breakWord'}>
                  <bdi>{cell || '–'}</bdi>
                </Td>
              ))}
              <Td dataLabel={t('result')}>
                {mark ? (
                  <Label status={tones[mark]} isCompact>
                    {t(`directory.marks.${mark}`)}
                  </Label>
                ) : (
                  '–'
                )}
              </Td>
            </Tr>
          );
        })}
      </Tbody>
    </Table>
  );
}
