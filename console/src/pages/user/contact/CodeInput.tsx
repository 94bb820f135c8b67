import {
  Button,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  InputGroup,
  InputGroupItem,
  TextInput,
} from '@patternfly/react-core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../http/call.ts';
import { useRest } from '../../../portal/codes/use-rest.ts';
import { useStoredUser } from '../use-refresh.ts';
import { CaptchaDialog } from './CaptchaDialog.tsx';
import type { ContactType } from './ContactControl.tsx';
import { applicationOf, type Captcha, newCaptcha, type Solved, sendCode } from './codes.ts';

interface Props {
  type: ContactType;
  dest: string;
  code: string;
  onChange: (code: string) => void;
  onFailed: (why: string) => void;
}

const restSeconds = 60;

/** A code, and the button that sends it: after a captcha where the application has one, once a minute. */
export function CodeInput({ type, dest, code, onChange, onFailed }: Props) {
  const { t } = useTranslation('users');
  const id = useId();
  const user = useStoredUser();
  const [asked, setAsked] = useState<{ application: string; captcha: Captcha }>();
  const [isBusy, setBusy] = useState(false);
  const [left, rest] = useRest(restSeconds);

  /** A wrong captcha is for its dialog to tell; whatever else goes wrong is told above the form. */
  async function send(application: string, solved?: Solved) {
    try {
      await sendCode(application, type, dest, solved);
      rest();
    } catch (error) {
      if (error instanceof CallError && error.code === 'captcha-failed' && solved) throw error;
      onFailed((error as Error).message);
    }
    setAsked(undefined);
  }
  async function begin() {
    if (dest === '') return onFailed(t(`empty.${type}`));
    onFailed('');
    setBusy(true);
    try {
      const application = await applicationOf(user);
      const captcha = await newCaptcha(application);
      if (captcha.type === 'Default') setAsked({ application, captcha });
      else if (captcha.type === 'none') await send(application);
      else onFailed(t('captchaUnsupported', { type: captcha.type }));
    } catch (error) {
      onFailed((error as Error).message);
    }
    setBusy(false);
  }

  return (
    <FormGroup label={t('code')} fieldId={id}>
      <InputGroup>
        <InputGroupItem isFill>
          <TextInput
            id={id}
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            onChange={(_event, text) => onChange(text)}
          />
        </InputGroupItem>
        <InputGroupItem>
          <Button variant="control" isDisabled={isBusy || left > 0} isLoading={isBusy} onClick={() => void begin()}>
            {t(isBusy || asked ? 'sendingCode' : left > 0 ? 'codeSent' : 'sendCode')}
          </Button>
        </InputGroupItem>
      </InputGroup>
      {left > 0 && (
        <FormHelperText>
          <HelperText>
            <HelperTextItem>{t('codeAgain', { count: left })}</HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
      {asked && (
        <CaptchaDialog
          application={asked.application}
          first={asked.captcha}
          send={(solved) => send(asked.application, solved)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </FormGroup>
  );
}
