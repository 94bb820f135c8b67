import { useEffect, useRef } from 'react';
import { AnyCaptcha } from '../../codes/AnyCaptcha.tsx';
import { useSending } from '../../codes/use-sending.ts';
import { Alert } from '../../frame/Alert.tsx';
import { Button } from '../../frame/Button.tsx';
import { said, t } from '../../words.ts';
import type { SubmitProps } from './method-form.ts';
import { sendLink } from './send-link.ts';

/** The button that requests a link. */
export function SendLink({ door, application, username, sent }: SubmitProps) {
  const email = username.trim();
  const { begin, isBusy, isSending, isSent, rests, failure, captcha } = useSending({
    applicationId: `${application.owner}/${application.name}`,
    dest: email,
    async deliver(solved) {
      const box = document.querySelector<HTMLInputElement>('[name=autoSignin]');
      await sendLink(door, { email, autoSignin: box?.checked ?? false }, solved);
    },
  });
  const answered = useRef(sent);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the user sends the form
  useEffect(() => {
    if (sent === answered.current) return;
    answered.current = sent;
    if (!isBusy) void begin();
  }, [sent]);

  return (
    <>
      <Button type="submit" isBusy={isBusy} disabled={rests > 0}>
        {t(isSending ? 'sendingLink' : rests > 0 ? 'linkSent' : 'sendLink')}
      </Button>
      <Alert look="success">{isSent && t('linkSentLead', { address: email })}</Alert>
      <Alert>{failure && said(failure)}</Alert>
      {captcha && <AnyCaptcha {...captcha} />}
    </>
  );
}
