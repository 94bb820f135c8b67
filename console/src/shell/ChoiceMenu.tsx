import { Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core';
import { type ReactElement, useState } from 'react';

interface Props<T extends string> {
  label: string;
  icon: ReactElement;
  choices: readonly { value: T; title: string; lang?: string }[];
  chosen: T;
  onChoose: (value: T) => void;
}

/** A few choices behind an icon in the masthead. */
export function ChoiceMenu<T extends string>({ label, icon, choices, chosen, onChoose }: Props<T>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      popperProps={{ position: 'right' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plain"
          aria-label={label}
          icon={icon}
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
    >
      <DropdownList>
        {choices.map(({ value, title, lang }) => (
          <DropdownItem
            key={value}
            isSelected={value === chosen}
            onClick={() => onChoose(value)}
            {...(lang && { lang })}
          >
            {title}
          </DropdownItem>
        ))}
      </DropdownList>
    </Dropdown>
  );
}
