import type { Kind } from '@doorwright/crds';
import { Button, Checkbox, Flex, FormGroup } from '@patternfly/react-core';
import { useState } from 'react';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  kind: Kind;
  chosen: readonly string[];
  usual: readonly string[];
  onChoose: (fields: readonly string[] | undefined) => void;
  onClose: () => void;
}

/** Columns that stay keep their order. New ones follow in the order of the specification, and so do all of them together. */
function ordered(all: readonly string[], before: readonly string[], checked: ReadonlySet<string>): readonly string[] {
  if (checked.size === all.length) return all;
  const kept = before.filter((field) => checked.has(field));
  return [...kept, ...all.filter((field) => checked.has(field) && !kept.includes(field))];
}

/** Chooses the columns of a list, among those of the model in the order of the specification. */
export function ColumnsDialog({ kind, chosen, usual, onChoose, onClose }: Props) {
  const { t } = useTranslation('list');
  const words = useKindWords(kind);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(chosen));
  const all = (kind.list?.columns ?? []).map(({ field }) => field);
  const turn = (field: string, isOn: boolean) =>
    setChecked(new Set(isOn ? [...checked, field] : [...checked].filter((each) => each !== field)));
  const save = () => {
    const next = ordered(all, chosen, checked);
    onChoose(String(next) === String(usual) ? undefined : next);
    onClose();
  };
  return (
    <FormDialog
      title={t('columns.title')}
      about={t('columns.about')}
      action={t('common:save')}
      isBusy={false}
      isReady={checked.size > 0}
      onSubmit={save}
      onClose={onClose}
    >
      <Flex>
        <Button variant="link" isInline onClick={() => setChecked(new Set(all))}>
          {t('columns.all')}
        </Button>
        <Button variant="link" isInline onClick={() => setChecked(new Set(usual))}>
          {t('columns.usual')}
        </Button>
      </Flex>
      <FormGroup role="group" label={words.plural} fieldId="columns">
        {all.map((field) => (
          <Checkbox
            key={field}
            id={`column-${field}`}
            label={words.field(field)}
            isChecked={checked.has(field)}
            onChange={(_event, isOn) => turn(field, isOn)}
          />
        ))}
      </FormGroup>
    </FormDialog>
  );
}
