import { FormGroup, Radio } from '@patternfly/react-core';
import { useId } from 'react';
import { useTranslation } from '../../words/use-translation.ts';

interface Props {
  mayAnyone: boolean;
  /** Nobody signs up to the organization of the platform. */
  isLocked: boolean;
  onChange: (mayAnyone: boolean) => void;
}

/** The people who may sign in. */
export function WhoField({ mayAnyone, isLocked, onChange }: Props) {
  const { t } = useTranslation('get-started');
  const id = useId();
  return (
    <FormGroup role="radiogroup" label={t('dialog.who')} fieldId={id}>
      <Radio
        id={`${id}-added`}
        name={id}
        label={t('dialog.added')}
        isChecked={!mayAnyone}
        onChange={() => onChange(false)}
      />
      <Radio
        id={`${id}-anyone`}
        name={id}
        label={t('dialog.anyone')}
        isChecked={mayAnyone}
        isDisabled={isLocked}
        description={isLocked ? t('dialog.noSignUp') : undefined}
        onChange={() => onChange(true)}
      />
    </FormGroup>
  );
}
