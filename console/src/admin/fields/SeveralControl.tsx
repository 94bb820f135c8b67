import { Label, LabelGroup } from '@patternfly/react-core';
import { useState } from 'react';
import { folded } from '../ui/folded.ts';
import { Typeahead } from '../ui/Typeahead.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { type Scope, useCandidates } from './candidates.ts';
import type { ControlProps } from './control.ts';

const none = { kind: 'organization', by: 'name', onDelete: 'keep' } as const;

interface Props extends ControlProps<string[]> {
  scope?: Scope;
}

/** The names of several other objects, searched while the user types. */
export function SeveralControl({ id, field, label, value, isDisabled, onChange, object, scope }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const chosen = value ?? [];
  const { found, facts, more } = useCandidates(field.refers ?? none, { object, typed, isWanted: isOpen, ...scope });
  const take = (name: string) => onChange(chosen.filter((each) => each !== name));
  return (
    <Typeahead
      id={id}
      label={label}
      shown=""
      typed={typed}
      choices={found}
      facts={facts}
      more={more}
      isSelected={(choice) => chosen.includes(choice)}
      isDisabled={isDisabled}
      onType={setTyped}
      onOpen={setOpen}
      onChoose={(choice) => (chosen.includes(choice) ? take(choice) : onChange([...chosen, choice]))}
    >
      {chosen.length > 0 && (
        <LabelGroup aria-label={label} {...folded(t, chosen.length, 20)}>
          {chosen.map((name) => (
            <Label
              key={name}
              variant="outline"
              closeBtnAriaLabel={`${t('delete')} ${name}`}
              {...(!isDisabled && {
                onClose: (event) => {
                  event.stopPropagation();
                  take(name);
                  // The pressed button disappears with its label.
                  document.getElementById(id)?.focus();
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
