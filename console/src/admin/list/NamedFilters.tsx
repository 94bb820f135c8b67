import type { Kind } from '@doorwright/crds';
import { takesMoment } from '@doorwright/crds/list-filter.ts';
import { Badge, MenuToggle, Select, SelectList, SelectOption } from '@patternfly/react-core';
import { useState } from 'react';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { usePopup } from '../ui/use-popup.ts';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import type { ChangeList, ListState } from './list-state.ts';
import { inMenu } from './named-filters.ts';

const RangeDialog = lazyDialog([], async () => (await import('./RangeDialog.tsx')).RangeDialog);
const DayDialog = lazyDialog([], async () => (await import('./DayDialog.tsx')).DayDialog);

interface Props {
  kind: Kind;
  state: ListState;
  onChange: ChangeList;
}

const created = 'createdTime';

/** The named filters of a kind, each on or off, and the time of creation. One that takes a day asks for it. */
export function NamedFilters({ kind, state, onChange }: Props) {
  const { equals, from, to } = state;
  const isCreated = Boolean(from || to);
  const { t } = useTranslation('list');
  const words = useKindWords(kind);
  const [asked, setAsked] = useState<string>();
  const { isOpen, turn, onKeyDown, toggleRef, menu } = usePopup();
  const filters = inMenu(kind);
  const count = filters.filter(({ name }) => equals[name]).length + Number(isCreated);
  const limit = (name: string, value: string) => onChange((state) => ({ equals: { ...state.equals, [name]: value } }));
  const choose = (name: string) => {
    const filter = filters.find((each) => each.name === name);
    if (name === created && isCreated) return onChange({ from: '', to: '' });
    if (equals[name]) return limit(name, '');
    if (filter && !takesMoment(filter)) return limit(name, 'true');
    turn(false);
    setAsked(name);
  };
  return (
    <>
      <Select
        {...menu}
        role="menu"
        className="named-filters"
        onOpenChange={turn}
        onSelect={(_event, value) => choose(String(value))}
        shouldFocusFirstItemOnOpen
        toggle={{
          toggleRef,
          toggleNode: (
            <MenuToggle
              ref={toggleRef}
              isExpanded={isOpen}
              onKeyDown={onKeyDown}
              onClick={() => turn(!isOpen)}
              {...(count > 0 && { badge: <Badge isRead>{count}</Badge> })}
            >
              {t('named.title')}
            </MenuToggle>
          ),
        }}
      >
        <SelectList aria-label={t('named.title')}>
          {filters.map((filter) => (
            <SelectOption key={filter.name} hasCheckbox value={filter.name} isSelected={Boolean(equals[filter.name])}>
              {takesMoment(filter) ? `${words.filter(filter.name)} …` : words.filter(filter.name)}
            </SelectOption>
          ))}
          <SelectOption hasCheckbox value={created} isSelected={isCreated}>
            {`${words.field(created)} …`}
          </SelectOption>
        </SelectList>
      </Select>
      {asked === created && (
        <RangeDialog
          title={words.field(created)}
          range={state}
          onChoose={({ from, to }) => onChange({ from, to })}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked && asked !== created && (
        <DayDialog
          title={words.filter(asked)}
          onChoose={(day) => limit(asked, day)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
