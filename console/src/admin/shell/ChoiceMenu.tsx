import { DropdownItem } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { DropMenu } from '../ui/DropMenu.tsx';

interface Props<T extends string> {
  label: string;
  icon: ReactElement;
  choices: readonly { value: T; title: string; lang?: string }[];
  chosen: T;
  onChoose: (value: T) => void;
}

/** A menu of choices behind an icon in the masthead. */
export function ChoiceMenu<T extends string>({ label, icon, choices, chosen, onChoose }: Props<T>) {
  return (
    <DropMenu toggle={{ variant: 'plain', 'aria-label': label, icon }}>
      {choices.map(({ value, title, lang }) => (
        <DropdownItem key={value} isSelected={value === chosen} onClick={() => onChoose(value)} {...(lang && { lang })}>
          {title}
        </DropdownItem>
      ))}
    </DropMenu>
  );
}
