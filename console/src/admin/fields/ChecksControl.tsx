import { Checkbox } from '@patternfly/react-core';
import { useChoiceWords } from '../words/choice-words.ts';
import type { ControlProps } from './control.ts';

/** Check boxes for a list of values. The value keeps the order of the choices. */
export function ChecksControl({ id, field, label, value, isDisabled, onChange }: ControlProps<string[]>) {
  const word = useChoiceWords();
  const chosen = new Set(value);
  const choices = field.schema.items?.enum ?? [];
  const put = (choice: string, isOn: boolean) => {
    if (isOn) chosen.add(choice);
    else chosen.delete(choice);
    onChange(choices.filter((each) => chosen.has(each)));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be the second label of the field
    <div id={id} role="group" aria-label={label} className="choices">
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          id={`${id}-${choice}`}
          label={word(choice)}
          isChecked={chosen.has(choice)}
          isDisabled={isDisabled}
          onChange={(_event, isOn) => put(choice, isOn)}
        />
      ))}
    </div>
  );
}
