import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { useId } from 'react';
import { useTranslation } from '../../words/use-translation.ts';

interface Props<Name extends string> {
  label: string;
  choices: readonly Name[];
  chosen: Name;
  /** The key above the words of the choices. */
  word: 'preview';
  onChoose: (name: Name) => void;
}

/** A few choices side by side, of which one is chosen. */
export function Choice<Name extends string>({ label, choices, chosen, word, onChoose }: Props<Name>) {
  const { t } = useTranslation('editor');
  const id = useId();
  return (
    <ToggleGroup isCompact aria-label={label}>
      {choices.map((name) => (
        <ToggleGroupItem
          key={name}
          text={t(`${word}.${name}`)}
          buttonId={`${id}-${name}`}
          isSelected={name === chosen}
          onChange={() => onChoose(name)}
        />
      ))}
    </ToggleGroup>
  );
}
