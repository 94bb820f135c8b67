import { MenuToggle, Select, SelectGroup, SelectList, SelectOption } from '@patternfly/react-core';
import { usePopup } from './use-popup.ts';

interface Choice {
  value: string;
  title: string;
  /** The group of this choice. Choices of one group are adjacent. */
  group?: string;
}

interface Props {
  /** The accessible name of the field. */
  label: string;
  choices: readonly Choice[];
  chosen: string;
  placeholder?: string;
  id?: string;
  isDisabled?: boolean;
  isFullWidth?: boolean;
  onChoose: (value: string) => void;
}

/** A select for a short list of choices. */
export function SingleSelect({ label, choices, chosen, placeholder = '', onChoose, ...toggle }: Props) {
  const { isOpen, turn, onKeyDown, toggleRef, menu } = usePopup();
  const title = choices.find(({ value }) => value === chosen)?.title ?? (chosen || placeholder);
  return (
    <Select
      {...menu}
      selected={chosen}
      onOpenChange={turn}
      onSelect={(_event, value) => {
        turn(false);
        onChoose(String(value));
      }}
      shouldFocusFirstItemOnOpen
      shouldFocusToggleOnSelect
      popperProps={{ ...menu.popperProps, maxWidth: 'min(30rem, 90vw)' }}
      toggle={{
        toggleRef,
        toggleNode: (
          <MenuToggle
            {...toggle}
            ref={toggleRef}
            isExpanded={isOpen}
            onKeyDown={onKeyDown}
            onClick={() => turn(!isOpen)}
            aria-label={`${label}: ${title}`}
          >
            {title}
          </MenuToggle>
        ),
      }}
    >
      {[...Map.groupBy(choices, ({ group = '' }) => group)].map(([group, own]) => {
        const list = (
          <SelectList key={group} aria-label={group || label}>
            {own.map(({ value, title }) => (
              <SelectOption key={value} value={value}>
                {title}
              </SelectOption>
            ))}
          </SelectList>
        );
        if (!group) return list;
        return (
          <SelectGroup key={group} label={group}>
            {list}
          </SelectGroup>
        );
      })}
    </Select>
  );
}
