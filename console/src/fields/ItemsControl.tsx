import { Button } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useTranslation } from 'react-i18next';
import { useKindWords } from '../words/kind-words.ts';
import type { ControlProps } from './control.ts';
import { newItem } from './new-item.ts';
import { RowButtons } from './RowButtons.tsx';
import { controlOf } from './registry.ts';

type Item = Record<string, unknown>;

/** A list of objects as a table: a row for each, a control for each member. */
export function ItemsControl(props: ControlProps<Item[]>) {
  const { kind, field, label, value, isDisabled, onChange } = props;
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const items = value ?? [];
  const members = field.items ?? [];
  const distinct = (field.schema['x-kubernetes-list-map-keys'] as string[] | undefined)?.[0];
  const next = newItem(members, items, distinct);

  const put = (index: number, change: Item) =>
    onChange(items.map((item, at) => (at === index ? { ...item, ...change } : item)));
  const move = (index: number, by: -1 | 1) => {
    const moved = [...items];
    moved.splice(index + by, 0, ...moved.splice(index, 1));
    onChange(moved);
  };

  return (
    <>
      <Table variant="compact" gridBreakPoint="grid-lg" aria-label={label} className="items">
        <Thead>
          <Tr>
            {members.map(({ name }) => (
              <Th key={name} modifier="wrap">
                {words.member(field.name, name)}
              </Th>
            ))}
            <Th screenReaderText={t('action')} />
          </Tr>
        </Thead>
        <Tbody>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its values say nothing about who it is
            <Tr key={index}>
              {members.map((member) => {
                const Control = controlOf(member);
                const name = words.member(field.name, member.name);
                return (
                  <Td key={member.name} dataLabel={name}>
                    <Control
                      {...props}
                      id={`${field.name}-${index}-${member.name}`}
                      field={member}
                      label={`${name} ${index + 1}`}
                      value={item[member.name]}
                      isInvalid={false}
                      onChange={(changed: unknown) => put(index, { [member.name]: changed })}
                    />
                  </Td>
                );
              })}
              <Td isActionCell>
                <RowButtons
                  place={index + 1}
                  isFirst={index === 0}
                  isLast={index === items.length - 1}
                  isDisabled={isDisabled}
                  onMove={(by) => move(index, by)}
                  onDelete={() => onChange(items.filter((_item, at) => at !== index))}
                />
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      <Button
        variant="secondary"
        size="sm"
        isDisabled={isDisabled || !next}
        aria-label={`${t('add')}: ${label}`}
        onClick={() => next && onChange([...items, next])}
      >
        {t('add')}
      </Button>
    </>
  );
}
