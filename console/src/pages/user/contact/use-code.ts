import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredId } from '../../../fields/use-stored-id.ts';
import { CallError } from '../../../http/exchange.ts';
import type { Captcha } from '../../../portal/codes/captcha.ts';
import type { Solved } from '../../../portal/codes/send-code.ts';
import { useCountdown } from '../../../portal/codes/use-countdown.ts';
import { applicationOf, type ContactType, newCaptcha, sendCode } from './codes.ts';

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
      if (captcha.type === 'none') await send(application);
      else setAsked({ application, captcha });
    } catch (error) {
      onFailed((error as Error).message);
    }
    setBusy(false);
  }

  const giveUp = () => setAsked(undefined);

  function tellAway(type: string) {
    giveUp();
    onFailed(t('common:captchaAway', { type }));
  }

  return { asked, isBusy, left, begin, send, giveUp, tellAway };
}

export type Code = ReturnType<typeof useCode>;
