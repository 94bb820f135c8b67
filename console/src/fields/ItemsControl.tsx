import type { FieldDescription } from '@doorwright/crds/derive/schema.ts';
import type { ReactNode } from 'react';
import { useKindWords } from '../words/kind-words.ts';
import type { Control, ControlProps } from './control.ts';
import { type Item, newItem } from './new-item.ts';
import { ProblemText } from './ProblemText.tsx';
import { plainControlOf } from './plain-control.ts';
import { textOf, within } from './problem.ts';
import { RowsTable } from './RowsTable.tsx';

/** Rules between the members of one row, which the model of a kind cannot express. */
export interface RowRules {
  /** Whether a row uses a member. A column that no row uses is hidden. */
  isShown?: (member: string, row: Item) => boolean;
  /** Other changes of a row that follow from a change. */
  following?: (change: Item, row: Item) => Item;
  /** A control for a member in place of the usual one. It gets the row as its object. */
  controls?: Record<string, Control>;
  /** Values of a new row that replace the defaults of its members. Places count from 1. */
  fresh?: (row: Item, place: number) => Item;
  /** Read-only cells after the name. */
  facts?: readonly { title: string; of: (row: Item) => ReactNode }[];
}

interface Props extends ControlProps<Item[]> {
  rules?: RowRules;
}

/** A list of objects as a table: a row for each, a control for each member. */
export function ItemsControl({ rules = {}, ...props }: Props) {
  const { id, kind, field, label, value, isDisabled, problem, onChange } = props;
  const { isShown = () => true, following = () => ({}), controls = {}, fresh = () => ({}), facts = [] } = rules;
  const words = useKindWords(kind);
  const items = value ?? [];
  const members = (field.items ?? []).filter(({ name }) => items.some((item) => isShown(name, item)));
  const distinct = (field.schema['x-kubernetes-list-map-keys'] as string[] | undefined)?.[0];
  const started = newItem(field.items ?? [], items, distinct);
  const put = (index: number, change: Item) =>
    onChange(items.map((item, at) => (at === index ? { ...item, ...change, ...following(change, item) } : item)));

  function memberCell(item: Item, index: number, member: FieldDescription) {
    if (!isShown(member.name, item)) return null;
    const own = `${id}-${index}-${member.name}`;
    const wrong = within(within(problem, index), member.name);
    const taken = items.flatMap((each, at) => (at === index ? [] : [String(each[member.name])]));
    const Member = controls[member.name] ?? plainControlOf(member);
    return (
      <>
        <Member
          {...props}
          id={own}
          field={member}
          label={`${words.member(field.name, member.name)} ${index + 1}`}
          value={item[member.name]}
          problem={wrong}
          object={controls[member.name] ? item : props.object}
          {...(member.name === distinct && { taken })}
          onChange={(changed: unknown) => put(index, { [member.name]: changed })}
        />
        <ProblemText id={own} text={textOf(wrong)} />
      </>
    );
  }
  const [first, ...rest] = members;
  return (
    <RowsTable
      id={id}
      label={label}
      heads={[
        ...(first ? [words.member(field.name, first.name)] : []),
        ...facts.map(({ title }) => title),
        ...rest.map(({ name }) => words.member(field.name, name)),
      ]}
      rows={items}
      isDisabled={isDisabled}
      next={started && { ...started, ...fresh(started, items.length + 1) }}
      onChange={onChange}
      cellsOf={(item, index) => [
        ...(first ? [memberCell(item, index, first)] : []),
        ...facts.map((fact) => fact.of(item)),
        ...rest.map((member) => memberCell(item, index, member)),
      ]}
    />
  );
}
