import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredId } from '../../../fields/use-stored-id.ts';
import { CallError } from '../../../http/exchange.ts';
import { useCountdown } from '../../../portal/codes/use-countdown.ts';
import { applicationOf, type Captcha, type ContactType, newCaptcha, type Solved, sendCode } from './codes.ts';

const restSeconds = 60;

/** Sends a code to a new email or phone, once a minute, after a captcha if the application has one. */
export function useCode(type: ContactType, dest: string, onFailed: (why: string) => void) {
  const { t } = useTranslation('users');
  const user = useStoredId();
  const [asked, setAsked] = useState<{ application: string; captcha: Captcha }>();
  const [isBusy, setBusy] = useState(false);
  const [left, rest] = useCountdown(restSeconds);

  /** The captcha's dialog shows a wrong captcha. Other errors show above the form. */
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

  return { asked, isBusy, left, begin, send, giveUp: () => setAsked(undefined) };
}

export type Code = ReturnType<typeof useCode>;
