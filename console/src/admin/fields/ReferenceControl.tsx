import { useState } from 'react';
import { Typeahead } from '../ui/Typeahead.tsx';
import { ownerOf, type Scope, useCandidates } from './candidates.ts';
import type { ControlProps } from './control.ts';
import { plainName } from './plain-name.ts';

const none = { kind: 'organization', by: 'name', onDelete: 'keep' } as const;

interface Props extends ControlProps<string> {
  scope?: Scope;
}

/** The name of another object, searched while the user types. A reference that may dangle accepts any text. */
export function ReferenceControl({ id, field, label, value, isDisabled, onChange, object, taken, scope }: Props) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { refers } = field;
  const { more, facts, ...all } = useCandidates(refers ?? none, { object, typed, isWanted: isOpen, ...scope });
  const found = all.found.filter((name) => !taken?.includes(name));
  const isFree = refers?.loose && typed && !found.includes(typed);
  const canBeEmpty = !field.required && typed === '';
  return (
    <Typeahead
      id={id}
      label={label}
      shown={refers?.by === 'id' && value ? plainName(value, ownerOf(refers, object)) : (value ?? '')}
      typed={typed}
      choices={[...(canBeEmpty ? [''] : []), ...(isFree ? [typed] : []), ...found]}
      facts={facts}
      more={more}
      isSelected={(choice) => choice === value}
      isDisabled={isDisabled}
      onType={setTyped}
      onOpen={setOpen}
      onChoose={onChange}
    />
  );
}
