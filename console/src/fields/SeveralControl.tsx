import { Label, LabelGroup } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Typeahead } from '../ui/Typeahead.tsx';
import { useChoiceWords } from '../words/choice-words.ts';
import { type Scope, useCandidates } from './candidates.ts';
import type { ControlProps } from './control.ts';

const none = { kind: 'organization', by: 'name', onDelete: 'keep' } as const;

interface Props extends ControlProps<string[]> {
  scope?: Scope;
}

/** Several of a few choices, or of other objects. */
export function SeveralControl({ id, field, label, value, isDisabled, onChange, object, scope }: Props) {
  const { t } = useTranslation();
  const word = useChoiceWords();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const chosen = value ?? [];
  const choices = field.schema.items?.enum?.filter((each) => word(each).toLowerCase().includes(typed.toLowerCase()));
  const found = useCandidates(field.refers ?? none, { object, typed, isWanted: isOpen && !choices, ...scope });
  const take = (name: string) => onChange(chosen.filter((each) => each !== name));
  const shown = (name: string) => (choices ? word(name) : name);
  return (
    <Typeahead
      id={id}
      label={label}
      shown=""
      typed={typed}
      choices={choices ?? found}
      titleOf={shown}
      isSelected={(choice) => chosen.includes(choice)}
      isDisabled={isDisabled}
      onType={setTyped}
      onOpen={setOpen}
      onChoose={(choice) => (chosen.includes(choice) ? take(choice) : onChange([...chosen, choice]))}
    >
      {chosen.length > 0 && (
        <LabelGroup aria-label={label} numLabels={20}>
          {chosen.map((name) => (
            <Label
              key={name}
              variant="outline"
              closeBtnAriaLabel={`${t('delete')} ${shown(name)}`}
              {...(!isDisabled && {
                onClose: (event) => {
                  event.stopPropagation();
                  take(name);
                },
              })}
            >
              {shown(name)}
            </Label>
          ))}
        </LabelGroup>
      )}
    </Typeahead>
  );
}
