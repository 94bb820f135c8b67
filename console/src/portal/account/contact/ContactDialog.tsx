import { isEmail, isPhoneIn, plainEmail, plainPhone } from '@doorwright/crds/values/written-forms.ts';
import { useState } from 'react';
import { call } from '../../call.ts';
import { CodeField } from '../../codes/CodeField.tsx';
import { Dialog } from '../../dialog/Dialog.tsx';
import { withFreshProof } from '../../factor/with-fresh-proof.ts';
import { Button } from '../../frame/Button.tsx';
import { Field } from '../../frame/Field.tsx';
import { PhoneField } from '../../phone/PhoneField.tsx';
import { type Sentence, said, t } from '../../words.ts';
import type { SectionProps } from '../section.ts';

interface Props extends SectionProps {
  type: 'email' | 'phone';
  title: string;
  onClose: () => void;
}

const words = {
  email: {
    lead: 'accountContactLead',
    label: 'accountNewEmail',
    missing: 'accountEmailEmpty',
    wrong: 'emailInvalid',
    done: 'accountEmailChanged',
  },
  phone: {
    lead: 'accountPhoneLead',
    label: 'accountNewPhone',
    missing: 'accountPhoneEmpty',
    wrong: 'phoneInvalid',
    done: 'accountPhoneChanged',
  },
} as const;

const inputs = {
  email: { type: 'email', autoComplete: 'email', dir: 'ltr' },
  phone: { type: 'tel', autoComplete: 'tel', dir: 'ltr' },
} as const;

/** Changes the email or phone to one that a code has proved. The old one gets a notice. */
export function ContactDialog({ type, title, account, refresh, tell, onClose }: Props) {
  const { organization, application } = account;
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<{ dest?: Sentence; code?: Sentence }>({});
  const [isBusy, setBusy] = useState(false);
  const { lead, label, missing, wrong, done } = words[type];
  const dest = type === 'email' ? plainEmail(typed.trim()) : plainPhone(typed, organization.phonePrefix);
  const isRight = type === 'email' ? isEmail(dest) : isPhoneIn(dest, organization);

  const field = {
    ...{ ...inputs[type], name: 'dest', label: t(label), value: typed, autoFocus: true },
    problem: problems.dest && said(problems.dest),
  };

  async function submit() {
    if (isBusy) return;
    const found = {
      ...(!isRight && { dest: { word: dest ? wrong : missing } as const }),
      ...(!code.trim() && { code: { word: 'emptyCode' } as const }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await withFreshProof(() => call('reset-email-or-phone', { body: { type, dest, code: code.trim() } }));
      await refresh();
      tell({ word: done });
      onClose();
    } catch (error) {
      setProblems({ code: error as Error });
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={title}
      width={440}
      cancel={t('cancel')}
      submit={
        <Button type="submit" isBusy={isBusy}>
          {t('accountChange')}
        </Button>
      }
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <p className="lead">{t(lead)}</p>
      {type === 'phone' ? (
        <PhoneField {...field} organization={organization} onNumber={setTyped} />
      ) : (
        <Field {...field} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
      )}
      <CodeField
        name="code"
        label={t('code')}
        applicationId={application}
        request={{ type, dest, method: 'reset', organization: organization.name }}
        isReady={isRight}
        value={code}
        onInput={({ currentTarget }) => setCode(currentTarget.value)}
        problem={problems.code && said(problems.code)}
      />
    </Dialog>
  );
}
