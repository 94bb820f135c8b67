import { type FormEvent, useState } from 'react';
import { Button } from '../frame/Button.tsx';
import { t } from '../words.ts';
import { FactorCode } from './FactorCode.tsx';
import type { FactorForm, FactorFormProps } from './factor-form.ts';

/** A form for one code. */
export function CodeForm({ isBusy, ask, prove, ...kind }: FactorFormProps & Pick<FactorForm, 'code' | 'isSent'>) {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(!code.trim());
    if (code.trim()) prove({ factorCode: code });
  }

  return (
    <form noValidate onSubmit={submit}>
      <FactorCode
        {...kind}
        ask={ask}
        value={code}
        problem={isMissing ? t('factorCodeMissing') : undefined}
        onChange={setCode}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('factorConfirm')}
      </Button>
    </form>
  );
}
