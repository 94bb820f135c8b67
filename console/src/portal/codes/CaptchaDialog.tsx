import './captcha.css';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../shared/exchange.ts';
import { playSound, stopSound } from '../../shared/play-sound.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { Button } from '../frame/Button.tsx';
import { Field } from '../frame/Field.tsx';
import { unexpectedError } from '../frame/unexpected-error.ts';
import { type Sentence, said, t } from '../words.ts';
import { type Captcha, newCaptcha } from './captcha.ts';
import type { Solved } from './send-code.ts';

const length = 5;

interface Props {
  applicationId: string;
  first: Captcha;
  /** Repeats the action that required the captcha. A wrong answer is asked again here. */
  send: (solved: Solved) => Promise<void>;
  onClose: () => void;
}

/** Five digits in a picture, or as sound for users who cannot see it. */
export function CaptchaDialog({ applicationId, first, send, onClose }: Props) {
  const [captcha, setCaptcha] = useState(first);
  const [answer, setAnswer] = useState('');
  const [problem, setProblem] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Some keyboards write wide digits, and copied digits may contain blanks.
  const digits = answer.normalize('NFKC').replaceAll(/\D/g, '');

  useEffect(() => stopSound, []);

  async function ask(form?: 'sound', why: Sentence = '') {
    setAnswer('');
    stopSound();
    try {
      const next = await newCaptcha(applicationId, form);
      setCaptcha(next);
      setProblem(why);
      if (next.captchaSound) await playSound(next.captchaSound);
    } catch (error) {
      setProblem(error as Error);
    }
    input.current?.focus();
  }

  async function submit() {
    if (digits.length !== length) return;
    setBusy(true);
    try {
      await send({ type: captcha.type, id: captcha.captchaId, answer: digits });
    } catch (error) {
      if (error instanceof CallError) await ask(captcha.captchaSound ? 'sound' : undefined, { word: 'captchaFailed' });
      else setProblem(unexpectedError(error));
    }
    setBusy(false);
  }

  return (
    <Dialog
      title={t('captcha')}
      width={348}
      onClose={onClose}
      onSubmit={() => void submit()}
      cancel={t('cancel')}
      submit={
        <Button type="submit" disabled={digits.length !== length} isBusy={isBusy}>
          {t('ok')}
        </Button>
      }
    >
      <img
        className="captcha"
        src={`data:image/png;base64,${captcha.captchaImage}`}
        alt={t('captchaPicture')}
        width={200}
        height={80}
      />
      <p role="status" className="spoken">
        {captcha.captchaSound && t('captchaBeeps')}
      </p>
      <div className="other">
        <Button look="link" onClick={() => void ask()}>
          {t('captchaAnother')}
        </Button>
        <Button
          look="link"
          onClick={() => void (captcha.captchaSound ? playSound(captcha.captchaSound) : ask('sound'))}
        >
          {t(captcha.captchaSound ? 'captchaAgain' : 'captchaListen')}
        </Button>
      </div>
      <Field
        ref={input}
        name="captcha"
        label={t('captchaCode')}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        maxLength={20}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
        problem={said(problem)}
      />
    </Dialog>
  );
}
