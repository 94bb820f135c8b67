import { FormGroup, TextInput } from '@patternfly/react-core';
import { useId, useState } from 'react';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { OnceDialog } from '../../../ui/OnceDialog.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { useMakeToken } from './scim-tokens.ts';

/** Asks for a name, makes a token and shows it once. */
export function NewToken({ organization, onClose }: { organization: string; onClose: () => void }) {
  const { t } = useTranslation('editor');
  const [name, setName] = useState('');
  const id = useId();
  const { mutate, isPending, error, data } = useMakeToken(organization);
  if (data)
    return (
      <OnceDialog
        title={t('scim.made')}
        about={t('scim.once')}
        label={t('scim.token')}
        text={data}
        kept={t('scim.kept')}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('scim.new')}
      about={t('scim.newAbout')}
      problem={error?.message}
      action={t('scim.make')}
      isBusy={isPending}
      isReady={name.trim() !== ''}
      onSubmit={() => mutate(name)}
      onClose={onClose}
    >
      <FormGroup label={t('scim.name')} fieldId={id} isRequired>
        <TextInput id={id} value={name} maxLength={100} isRequired onChange={(_event, text) => setName(text)} />
      </FormGroup>
    </FormDialog>
  );
}
