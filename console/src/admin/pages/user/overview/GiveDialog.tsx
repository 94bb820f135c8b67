import type { Kind } from '@doorwright/crds';
import { FormGroup } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useCandidates } from '../../../fields/candidates.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { Typeahead } from '../../../ui/Typeahead.tsx';
import { useKindWords } from '../../../words/kind-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { changeMembers, withMember } from './members.ts';
import { idOf, type Whom } from './standing.ts';

interface Props {
  kind: Kind;
  whom: Whom;
  /** Ids of those that name the user already. */
  had: readonly string[];
  onDone: () => Promise<unknown>;
  onClose: () => void;
}

/** Gives the user a role of their organization, or adds them to one of its groups. */
export function GiveDialog({ kind, whom, had, onDone, onClose }: Props) {
  const { t } = useTranslation('dossier');
  const words = useKindWords(kind);
  const notify = useNotify();
  const fieldId = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const [title, setTitle] = useState('');
  const { found, facts, more } = useCandidates(
    { kind: kind.name as 'role', by: 'id', onDelete: 'detach' },
    { object: { ...whom }, typed, isWanted: isOpen, except: had },
  );
  const { name } = whom;
  const give = useMutation({
    mutationFn: () => changeMembers(kind, chosen, withMember(idOf(whom))),
    async onSuccess() {
      notify('success', t(`given.${kind.name}`, { name, object: title }), 'care');
      await onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(`giveTitle.${kind.name}`, { name })}
      action={t(`giveAction.${kind.name}`)}
      problem={give.error?.message}
      isBusy={give.isPending}
      isReady={chosen !== ''}
      onSubmit={() => give.mutate()}
      onClose={onClose}
    >
      <FormGroup label={words.title} fieldId={fieldId} isRequired>
        <Typeahead
          id={fieldId}
          label={words.title}
          shown={title}
          typed={typed}
          choices={found}
          facts={facts}
          more={more}
          isSelected={(choice) => choice === chosen}
          isDisabled={give.isPending}
          onType={setTyped}
          onOpen={setOpen}
          onChoose={(id) => {
            setChosen(id);
            setTitle(facts.get(id)?.title ?? id);
          }}
        />
      </FormGroup>
    </FormDialog>
  );
}
