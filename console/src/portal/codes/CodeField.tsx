import { type ComponentProps, useRef } from 'react';
import { Button } from '../frame/Button.tsx';
import { Field } from '../frame/Field.tsx';
import { counted, said, t } from '../words.ts';
import { AnyCaptcha } from './AnyCaptcha.tsx';
import { type CodeRequest, sendCode } from './send-code.ts';
import { useSending } from './use-sending.ts';

interface Props extends Omit<ComponentProps<typeof Field>, 'beside' | 'help'> {
  applicationId: string;
  request: CodeRequest;
  /** The destination looks right. */
  isReady: boolean;
}

/** A field for a code, with the button that sends it. */
export function CodeField({ applicationId, request, isReady, problem, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { begin, isBusy, isSending, rests, failure, forgetFailure, captcha } = useSending({
    applicationId,
    dest: request.dest,
    deliver: (solved) => sendCode(applicationId, request, solved),
    onDone: () => input.current?.focus(),
  });
  const isResting = rests > 0;
  const say = isSending ? t('sendingCode') : isResting ? t('codeSent') : t('sendCode');
  return (
    <>
      <Field
        ref={input}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        {...field}
        onInput={(event) => {
          forgetFailure();
          field.onInput?.(event);
        }}
        problem={(failure && said(failure)) || problem}
        help={isResting ? counted('codeAgain', rests) : undefined}
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
      {captcha && <AnyCaptcha {...captcha} />}
    </>
  );
}
