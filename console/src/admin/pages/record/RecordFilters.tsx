import type { Reference } from '@doorwright/crds/field.ts';
import { writes, writtenKinds } from '@doorwright/crds/options/events.ts';
import { auditedActions } from '@doorwright/crds/options/record-actions.ts';
import { ToolbarItem } from '@patternfly/react-core';
import { useId, useState } from 'react';
import { useCandidates } from '../../fields/candidates.ts';
import { registry } from '../../kinds.ts';
import type { ListState } from '../../list/list-state.ts';
import { Typeahead } from '../../ui/Typeahead.tsx';
import { useKindWords } from '../../words/kind-words.ts';
import { useRecordWords } from './record-words.ts';

interface Props {
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

const kind = registry.named('record');
/** People of every organization that the reader administers. */
const anybody = { kind: 'user', by: 'name', onDelete: 'keep' } as const;
const anybodyById = { ...anybody, by: 'id' } as const;
const actions = [...auditedActions, ...writtenKinds.flatMap((each) => writes.map((write) => `${write}-${each}`))];

/** The actor, the user in question and the action, which auditors ask for first. */
export function RecordFilters({ state, onChange }: Props) {
  const words = useKindWords(kind);
  const limit = (field: string) => (value: string) => onChange({ equals: { ...state.equals, [field]: value } });
  return (
    <>
      <ToolbarItem className="list-filter">
        <UserFilter
          refers={anybody}
          label={words.field('user')}
          chosen={state.equals.user ?? ''}
          onChoose={limit('user')}
        />
      </ToolbarItem>
      <ToolbarItem className="list-filter is-wide">
        <UserFilter
          refers={anybodyById}
          label={words.filter('person')}
          chosen={state.equals.person ?? ''}
          onChoose={limit('person')}
        />
      </ToolbarItem>
      <ToolbarItem className="list-filter">
        <ActionFilter chosen={state.equals.action ?? ''} onChoose={limit('action')} />
      </ToolbarItem>
    </>
  );
}

interface FilterProps {
  chosen: string;
  onChoose: (value: string) => void;
}

function UserFilter({ refers, label, chosen, onChoose }: FilterProps & { refers: Reference; label: string }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { found, facts, more } = useCandidates(refers, { object: {}, typed, isWanted: isOpen });
  const names = [...new Set(found)];
  // A deleted user and a program have records too. A text that is no whole id would find nothing.
  const isWhole = refers.by !== 'id' || typed.includes('/');
  const isOther = typed !== '' && isWhole && !names.includes(typed);
  return (
    <Typeahead
      id={id}
      label={label}
      shown={chosen || label}
      typed={typed}
      choices={[...(typed === '' && chosen ? [''] : []), ...(isOther ? [typed] : []), ...names]}
      facts={facts}
      more={more}
      isSelected={(choice) => choice === chosen}
      isDisabled={false}
      onType={setTyped}
      onOpen={setOpen}
      onChoose={onChoose}
    />
  );
}

function ActionFilter({ chosen, onChoose }: FilterProps) {
  const words = useKindWords(kind);
  const { action } = useRecordWords();
  const id = useId();
  const [typed, setTyped] = useState('');
  const known = new Map(actions.map((each) => [action(each), each]));
  const found = [...known.keys()].filter((text) => text.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <Typeahead
      id={id}
      label={words.field('action')}
      shown={chosen ? action(chosen) : words.field('action')}
      typed={typed}
      choices={[...(typed === '' && chosen ? [''] : []), ...found]}
      isSelected={(choice) => known.get(choice) === chosen}
      isDisabled={false}
      onType={setTyped}
      onOpen={() => undefined}
      onChoose={(text) => onChoose(known.get(text) ?? '')}
    />
  );
}
