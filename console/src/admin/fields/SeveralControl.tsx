import { Label, LabelGroup } from '@patternfly/react-core';
import { useState } from 'react';
import { folded } from '../ui/folded.ts';
import { Typeahead } from '../ui/Typeahead.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { ownerOf, type Scope, useCandidates } from './candidates.ts';
import type { ControlProps } from './control.ts';
import { plainName } from './plain-name.ts';

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
  const refers = field.refers ?? none;
  const { found, facts, more } = useCandidates(refers, { object, typed, isWanted: isOpen, ...scope });
  const shown = (id: string) => (refers.by === 'id' ? plainName(id, ownerOf(refers, object)) : id);
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
              closeBtnAriaLabel={`${t('delete')} ${shown(name)}`}
              {...(!isDisabled && {
                onClose: (event) => {
                  event.stopPropagation();
                  take(name);
                  // The pressed button disappears with its label.
                  document.getElementById(id)?.focus();
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
