import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../http/exchange.ts';
import { AnyCaptcha } from '../codes/AnyCaptcha.tsx';
import { type Captcha, newCaptcha } from '../codes/captcha.ts';
import type { Solved } from '../codes/send-code.ts';
import { useCountdown } from '../codes/use-countdown.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import type { SubmitProps } from '../signin/methods/method-form.ts';
import { type Sentence, said, t } from '../words.ts';
import { sendLink } from './send-link.ts';

const restSeconds = 60;

/** The button that requests a link: after a captcha where there is one, once a minute for an address. */
export function SendLink({ door, application, username, sent }: SubmitProps) {
  const [isBusy, setBusy] = useState(false);
  const [captcha, setCaptcha] = useState<Captcha>();
  const [failure, setFailure] = useState<Sentence>('');
  const [sentTo, setSentTo] = useState('');
  const [left, rest] = useCountdown(restSeconds);
  const answered = useRef(sent);
  const email = username.trim();
  const isSent = sentTo === email;
  const applicationId = `${application.owner}/${application.name}`;

  /** The captcha dialog shows a wrong captcha, and this part shows every other problem. */
  async function send(solved?: Solved) {
    const box = document.querySelector<HTMLInputElement>('[name=autoSignin]');
    try {
      await sendLink(door, { email, autoSignin: box?.checked ?? false }, solved);
      setSentTo(email);
      rest();
    } catch (error) {
      if (error instanceof CallError && error.code === 'captcha-failed' && solved) throw error;
      setFailure(error as Error);
    }
    setCaptcha(undefined);
  }

  async function begin() {
    setFailure('');
    setBusy(true);
    try {
      const asked = await newCaptcha(applicationId);
      if (asked.type === 'none') await send();
      else setCaptcha(asked);
    } catch (error) {
      setFailure(error as Error);
    }
    setBusy(false);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the user sends the form
  useEffect(() => {
    if (sent === answered.current) return;
    answered.current = sent;
    if (!isBusy) void begin();
  }, [sent]);

  return (
    <>
      <Button type="submit" isBusy={isBusy} disabled={isSent && left > 0}>
        {t(isBusy || captcha ? 'sendingLink' : isSent && left > 0 ? 'linkSent' : 'sendLink')}
      </Button>
      <Alert look="success">{isSent && t('linkSentLead', { address: email })}</Alert>
      <Alert>{said(failure)}</Alert>
      {captcha && (
        <AnyCaptcha
          applicationId={applicationId}
          captcha={captcha}
          send={send}
          onClose={() => setCaptcha(undefined)}
          onAway={setFailure}
        />
      )}
    </>
  );
}
