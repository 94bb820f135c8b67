import type { Row } from '@doorwright/crds';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { ControlProps } from '../../fields/control.ts';
import { ReferenceControl } from '../../fields/ReferenceControl.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { useKindWords } from '../../words/kind-words.ts';
import { useTranslation } from '../../words/use-translation.ts';

/** The choices among objects of the organization, empty. */
const choices = { model: '', users: [], roles: [], resources: [] };

/** The organization of a permission. Another one has other models, users, roles and applications, so the chosen ones leave. */
export function OwnerControl(props: ControlProps<string>) {
  const { t, language } = useTranslation('editor');
  const words = useKindWords(props.kind);
  const { getValues, setValue } = useFormContext<Row>();
  const [emptied, setEmptied] = useState<readonly string[]>([]);
  const change = (owner: string) => {
    if (owner === props.value) return;
    const lost = Object.entries(choices).filter(([name]) => String(getValues(name) ?? '') !== '');
    for (const [name, empty] of lost) setValue(name, empty, { shouldDirty: true });
    setEmptied(lost.map(([name]) => words.field(name)));
    props.onChange(owner);
  };
  const fields = new Intl.ListFormat(language).format(emptied);
  return (
    <>
      <ReferenceControl {...props} onChange={change} />
      {emptied.length > 0 && (
        <Alert isInline isPlain isLiveRegion variant="info" title={t('otherOrganization', { fields })} />
      )}
    </>
  );
}
