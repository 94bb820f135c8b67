import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';
import type { ReactNode } from 'react';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import type { Control, ControlProps } from './control.ts';
import { FieldTexts } from './FieldTexts.tsx';
import { ItemForm } from './ItemForm.tsx';
import { MemberText, useMemberWords } from './MemberText.tsx';
import { type Item, newItem } from './new-item.ts';
import { plainControlOf } from './plain-control.ts';
import { textOf, within } from './problem.ts';
import { RowsTable } from './RowsTable.tsx';
import { type Origins, useRowProblems } from './use-row-problems.ts';

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

/** Rows with more members are read in the table, and edited one at a time. */
const mostInPlace = 3;

/** A table with more values beside the name is hard to read. The form of a row has all of them. */
const mostBeside = 5;

const isBeside = ({ control, items }: FieldDescription) => !items && control !== 'pem' && control !== 'textarea';

/** A list of objects as a table. A row has its controls in place, or in a form that opens below it. */
export function ItemsControl({ rules = {}, ...props }: Props) {
  const { id, kind, field, label, value, isDisabled, onChange } = props;
  const { isShown = () => true, following = () => ({}), controls = {}, fresh = () => ({}), facts = [] } = rules;
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const textOfMember = useMemberWords();
  const items = value ?? [];
  const [problem, carry] = useRowProblems(props.problem, items);
  const all = field.items ?? [];
  const members = all.filter(({ name }) => items.some((item) => isShown(name, item)));
  const distinct = (field.schema['x-kubernetes-list-map-keys'] as string[] | undefined)?.[0];
  const started = newItem(all, items, distinct);
  const change = (next: Item[], origins: Origins) => {
    carry(next, origins);
    onChange(next);
  };
  const put = (index: number, change_: Item) =>
    change(
      items.map((item, at) => (at === index ? { ...item, ...change_, ...following(change_, item) } : item)),
      items.map((_item, at) => (at === index ? undefined : at)),
    );

  function controlFor(item: Item, index: number, member: FieldDescription) {
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
        <FieldTexts id={own} problem={textOf(wrong)} />
      </>
    );
  }
  const isOpening = all.length > mostInPlace;
  const cell = (item: Item, index: number, member: FieldDescription) => {
    if (!isShown(member.name, item)) return null;
    return isOpening ? <MemberText member={member} value={item[member.name]} /> : controlFor(item, index, member);
  };
  const nameOf = (item: Item) => (all[0] && textOfMember(all[0], item[all[0].name])) || t('empty');
  const [first, ...others] = members;
  const rest = isOpening ? others.filter(isBeside).slice(0, mostBeside) : others;
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
      nameOf={nameOf}
      problem={problem}
      refused={props.problem}
      isDisabled={isDisabled}
      next={started && { ...started, ...fresh(started, items.length + 1) }}
      onChange={change}
      cellsOf={(item, index) => [
        ...(first ? [cell(item, index, first)] : []),
        ...facts.map((fact) => fact.of(item)),
        ...rest.map((member) => cell(item, index, member)),
      ]}
      {...(isOpening && {
        formOf: (item: Item, index: number) => (
          <ItemForm
            id={`${id}-${index}`}
            label={`${label} ${index + 1}: ${nameOf(item)}`}
            problem={within(problem, index)}
            members={all.map((member) => ({
              member,
              label: words.member(field.name, member.name),
              isShown: isShown(member.name, item),
              control: controlFor(item, index, member),
            }))}
          />
        ),
      })}
    />
  );
}
