import { type ComponentProps, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallError } from '../../http/exchange.ts';
import { Button } from '../frame/Button.tsx';
import { Field } from '../frame/Field.tsx';
import { counted, type Sentence, said, t } from '../words.ts';
import { AnyCaptcha } from './AnyCaptcha.tsx';
import { type Captcha, newCaptcha } from './captcha.ts';
import { type CodeRequest, type Solved, sendCode } from './send-code.ts';
import { useCountdown } from './use-countdown.ts';

const restSeconds = 60;

interface Props extends Omit<ComponentProps<typeof Field>, 'beside' | 'help'> {
  applicationId: string;
  request: CodeRequest;
  /** The destination looks right. */
  isReady: boolean;
}

/** A field for a code, with the button that sends it: after a captcha where there is one, once a minute. */
export function CodeField({ applicationId, request, isReady, problem, ...field }: Props) {
  const [captcha, setCaptcha] = useState<Captcha>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ dest: string; why: Sentence }>();
  const [sentTo, setSentTo] = useState('');
  const [left, rest] = useCountdown(restSeconds);
  const input = useRef<HTMLInputElement>(null);
  // Another address does not wait for the minute of this one.
  const isResting = left > 0 && sentTo === request.dest;

  const fail = (why: Sentence) => setFailure({ dest: request.dest, why });

  /** The captcha dialog shows a wrong captcha, and this field shows every other problem. */
  async function send(solved?: Solved) {
    try {
      await sendCode(applicationId, request, solved);
      setSentTo(request.dest);
      rest();
    } catch (error) {
      if (error instanceof CallError && error.code === 'captcha-failed' && solved) throw error;
      fail(error as Error);
    }
    // No other element gets the focus while the dialog is open.
    flushSync(() => setCaptcha(undefined));
    input.current?.focus();
  }

  const giveUp = () => setCaptcha(undefined);

  async function begin() {
    setFailure(undefined);
    setBusy(true);
    try {
      const asked = await newCaptcha(applicationId);
      if (asked.type === 'none') await send();
      else setCaptcha(asked);
    } catch (error) {
      fail(error as Error);
    }
    setBusy(false);
  }

  const say = isBusy || captcha ? t('sendingCode') : isResting ? t('codeSent') : t('sendCode');
  return (
    <>
      <Field
        ref={input}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        {...field}
        onInput={(event) => {
          setFailure(undefined);
          field.onInput?.(event);
        }}
        problem={(failure?.dest === request.dest && said(failure.why)) || problem}
        help={isResting ? counted('codeAgain', left) : undefined}
        beside={
          <Button
            look="secondary"
            disabled={!isReady || isResting}
            isBusy={isBusy}
            aria-label={`${say}: ${field.label}`}
            onClick={() => void begin()}
          >
            {say}
          </Button>
        }
      />
      <span role="status" className="unseen">
        {isResting && t('codeSent')}
      </span>
      {captcha && (
        <AnyCaptcha applicationId={applicationId} captcha={captcha} send={send} onClose={giveUp} onAway={fail} />
      )}
    </>
  );
}
