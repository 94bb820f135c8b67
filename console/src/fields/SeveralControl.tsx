import { Label, LabelGroup } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Typeahead } from '../ui/Typeahead.tsx';
import { useCandidates } from './candidates.ts';
import type { ControlProps } from './control.ts';

const none = { kind: 'organization', by: 'name', onDelete: 'keep' } as const;

/** Several of a few choices, or of other objects. */
export function SeveralControl({ id, field, label, value, isDisabled, onChange, object }: ControlProps<string[]>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const chosen = value ?? [];
  const choices = field.schema.items?.enum?.filter((each) => each.toLowerCase().includes(typed.toLowerCase()));
  const found = useCandidates(field.refers ?? none, object, typed, isOpen && !choices);
  const take = (name: string) => onChange(chosen.filter((each) => each !== name));
  return (
    <Typeahead
      id={id}
      label={label}
      shown=""
      typed={typed}
      choices={choices ?? found}
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
              closeBtnAriaLabel={`${t('delete')} ${name}`}
              {...(!isDisabled && {
                onClose: (event) => {
                  event.stopPropagation();
                  take(name);
                },
              })}
            >
              {name}
            </Label>
          ))}
        </LabelGroup>
      )}
    </Typeahead>
  );
}
