import { useState } from 'react';
import { Button } from '../frame/Button.tsx';
import { Check } from '../frame/Check.tsx';
import type { Application } from '../page.ts';
import { t } from '../words.ts';
import { TermsDialog } from './TermsDialog.tsx';

interface Props {
  application: Application;
  isAccepted: boolean;
  problem: string | undefined;
  onChange: (isAccepted: boolean) => void;
}

const gap = '{{terms}}';

/** The checkbox for the terms of use, with a link that opens them. */
export function TermsCheck({ application, isAccepted, problem, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [before = '', after = ''] = t('acceptTerms', { terms: gap }).split(gap);
  const terms = application.termsOfUse ? (
    <Button look="link" onClick={() => setOpen(true)}>
      {t('terms')}
    </Button>
  ) : (
    t('terms')
  );
  return (
    <>
      <Check
        name="agreement"
        checked={isAccepted}
        problem={problem}
        onChange={({ target }) => onChange(target.checked)}
      >
        {before}
        {terms}
        {after}
      </Check>
      {isOpen && <TermsDialog application={application} onAnswer={onChange} onClose={() => setOpen(false)} />}
    </>
  );
}
