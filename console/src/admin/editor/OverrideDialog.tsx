import type { Kind } from '@doorwright/crds';
import { Checkbox, FormGroup } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../http/call.ts';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';
import { SingleSelect } from '../ui/SingleSelect.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  kind: Kind;
  id: string;
  fields: readonly string[];
  onOpened: (left: readonly string[]) => void;
  onClose: () => void;
}

/** The server allows at most a day. */
const spans = [1, 4, 8, 24];

/** Unlocks managed fields for some hours. The server records the reason, and the custom resource shows it. */
export function OverrideDialog({ kind, id, fields, onOpened, onClose }: Props) {
  const { t } = useTranslation('editor');
  const words = useKindWords(kind);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [hours, setHours] = useState('1');
  const open = useMutation({
    mutationFn: async (reason: string) => {
      // A minute less, because a full day is too long for a server with a slow clock.
      const until = new Date(Date.now() + Number(hours) * 3_600_000 - 60_000).toISOString();
      return (
        await call<string[]>('override-managed', {
          body: { kind: kind.name, id, fields: chosen, until, reason },
          kind: kind.name,
        })
      ).data;
    },
    onSuccess: onOpened,
  });
  const choose = (name: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, name] : chosen.filter((each) => each !== name));
  return (
    <ReasonDialog
      isGrave
      title={t('managed.override')}
      about={t('managed.about')}
      action={t('managed.open')}
      problem={open.error?.message}
      isBusy={open.isPending}
      isReady={chosen.length > 0}
      onGive={open.mutate}
      onClose={onClose}
    >
      <FormGroup role="group" label={t('managed.fields')} fieldId="override-fields" isRequired>
        <div className="choices">
          {fields.map((name) => (
            <Checkbox
              key={name}
              id={`override-${name}`}
              label={words.field(name)}
              isChecked={chosen.includes(name)}
              onChange={(_event, isOn) => choose(name, isOn)}
            />
          ))}
        </div>
      </FormGroup>
      <FormGroup label={t('managed.until')} fieldId="override-hours">
        <SingleSelect
          id="override-hours"
          label={t('managed.until')}
          choices={spans.map((count) => ({ value: String(count), title: t('managed.hours', { count }) }))}
          chosen={hours}
          onChoose={setHours}
        />
      </FormGroup>
    </ReasonDialog>
  );
}
