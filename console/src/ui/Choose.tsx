import { MenuToggle, Select, SelectGroup, SelectList, SelectOption } from '@patternfly/react-core';
import { useState } from 'react';

interface Choice {
  value: string;
  title: string;
  /** What it belongs to; choices of a group follow each other. */
  group?: string;
}

interface Props {
  /** What is chosen here, for those who cannot see it. */
  label: string;
  choices: readonly Choice[];
  chosen: string;
  placeholder?: string;
  id?: string;
  isDisabled?: boolean;
  isFullWidth?: boolean;
  onChoose: (value: string) => void;
}

/** One of a few. */
export function Choose({ label, choices, chosen, placeholder = '', onChoose, ...toggle }: Props) {
  const [isOpen, setOpen] = useState(false);
  const title = choices.find(({ value }) => value === chosen)?.title ?? (chosen || placeholder);
  return (
    <Select
      isOpen={isOpen}
      selected={chosen}
      onOpenChange={setOpen}
      onSelect={(_event, value) => {
        setOpen(false);
        onChoose(String(value));
      }}
      isScrollable
      popperProps={{ maxWidth: '30rem' }}
      toggle={(ref) => (
        <MenuToggle
          {...toggle}
          ref={ref}
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          aria-label={`${label}: ${title}`}
        >
          {title}
        </MenuToggle>
      )}
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
