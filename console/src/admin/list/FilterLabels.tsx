import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { Button, Label, LabelGroup, ToolbarContent, ToolbarItem } from '@patternfly/react-core';
import { focusMain } from '../ui/page-focus.ts';
import { useChoiceWords } from '../words/choice-words.ts';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { dayText, rangeText } from './date-range.ts';
import { useKindList } from './kind-list.ts';
import { type ListState, unlimited } from './list-state.ts';
import { isNamed } from './named-filters.ts';

interface Props {
  kind: Kind;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

const noValue = { field: '', value: '' };
const noRange = { from: '', to: '' };
const noWords = () => () => undefined;

/** The search and the filters in force, each with a button that removes it. */
export function FilterLabels({ kind, state, onChange }: Props) {
  const { t, language } = useTranslation('console');
  const words = useKindWords(kind);
  const word = useChoiceWords();
  const { useValueWords = noWords } = useKindList();
  const valueWords = useValueWords();
  const textOf = (field: string, value: string) => {
    const isChoice = kind.list?.columns.some((column) => column.field === field && column.filter);
    return valueWords(field, value) ?? (isChoice ? word(value) : value);
  };
  const limitWords = (field: string, value: string) => {
    if (!isNamed(kind, field)) return { category: words.field(field), text: textOf(field, value) };
    const title = words.filter(field);
    return value === 'true'
      ? { category: t('list:named.title'), text: title }
      : { category: title, text: dayText(value, language) };
  };
  const remove = (change: Partial<ListState>) => {
    onChange(change);
    // The pressed button disappears.
    focusMain();
  };
  const isChoice = kind.list?.columns.some(({ field, filter }) => field === state.field && filter);
  // An address may name any column.
  const isKnown = fieldsOf(kind).some(({ name }) => name === state.field);
  const shown: { category: string; text: string; without: Partial<ListState> }[] = [
    ...(state.value
      ? [
          {
            category: state.field && (isKnown ? words.field(state.field) : t('unknownColumn')),
            text: isChoice ? word(state.value) : state.value,
            without: noValue,
          },
        ]
      : []),
    ...(state.text ? [{ category: t('list:anyText'), text: state.text, without: { text: '' } }] : []),
    ...Object.entries(state.equals).map(([field, value]) => ({
      ...limitWords(field, value),
      without: { equals: { ...state.equals, [field]: '' } },
    })),
    ...(state.from || state.to
      ? [{ category: words.field('createdTime'), text: rangeText(state, language), without: noRange }]
      : []),
  ];
  if (shown.length === 0) return null;
  return (
    <ToolbarContent>
      {shown.map(({ category, text, without }) => (
        <ToolbarItem key={`${category} ${text}`} variant="label-group">
          <LabelGroup categoryName={category}>
            <Label closeBtnAriaLabel={`${t('common:close')} ${text}`} onClose={() => remove(without)}>
              {text}
            </Label>
          </LabelGroup>
        </ToolbarItem>
      ))}
      <ToolbarItem alignSelf="center">
        <Button variant="link" isInline onClick={() => remove(unlimited)}>
          {t('clearFilters')}
        </Button>
      </ToolbarItem>
    </ToolbarContent>
  );
}
