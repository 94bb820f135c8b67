import { ActionList, ActionListItem, Button, FormGroup, TextInput } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { Captcha } from '../../portal/codes/captcha.ts';
import type { Solved } from '../../portal/codes/send-code.ts';
import { playSound, stopSound } from '../../shared/play-sound.ts';
import { useTranslation } from '../words/use-translation.ts';
import { FormDialog } from './FormDialog.tsx';

interface Props {
  /** Asks for another picture. */
  ask: (form?: 'sound') => Promise<Captcha>;
  first: Captcha;
  /** Runs the action that needs the captcha. After a wrong answer the dialog asks again. */
  send: (solved: Solved) => Promise<void>;
  onClose: () => void;
}

const length = 5;

/** Five digits as an image, or as sound for blind users. */
export function CaptchaDialog({ ask, first, send, onClose }: Props) {
  const { t } = useTranslation('login');
  const id = useId();
  const [captcha, setCaptcha] = useState(first);
  const [answer, setAnswer] = useState('');
  const [problem, setProblem] = useState('');

  useEffect(() => stopSound, []);

  const another = useMutation({
    mutationFn: ask,
    onSuccess(next) {
      setCaptcha(next);
      setAnswer('');
      stopSound();
      if (next.captchaSound) void playSound(next.captchaSound);
    },
    onError: (error) => setProblem(error.message),
  });
  const solve = useMutation({
    mutationFn: () => send({ type: captcha.type, id: captcha.captchaId, answer }),
    onError() {
      setProblem(t('captchaFailed'));
      another.mutate(captcha.captchaSound ? 'sound' : undefined);
    },
  });
  return (
    <FormDialog
      title={t('captcha')}
      width={348}
      action={t('common:confirm')}
      problem={problem}
      isBusy={solve.isPending}
      isReady={answer.length === length}
      onSubmit={() => solve.mutate()}
      onClose={onClose}
    >
      <img src={`data:image/png;base64,${captcha.captchaImage}`} alt={t('captchaPicture')} width={200} height={80} />
      <p role="status">{captcha.captchaSound && t('captchaBeeps')}</p>
      <ActionList>
        <ActionListItem>
          <Button variant="link" isInline onClick={() => another.mutate(undefined)}>
            {t('captchaAnother')}
          </Button>
        </ActionListItem>
        <ActionListItem>
          <Button
            variant="link"
            isInline
            onClick={() => (captcha.captchaSound ? void playSound(captcha.captchaSound) : another.mutate('sound'))}
          >
            {t(captcha.captchaSound ? 'captchaAgain' : 'captchaListen')}
          </Button>
        </ActionListItem>
      </ActionList>
      <FormGroup label={t('captchaCode')} fieldId={id}>
        <TextInput
          id={id}
          value={answer}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          onChange={(_event, text) => setAnswer(text.replaceAll(/\D/g, ''))}
        />
      </FormGroup>
    </FormDialog>
  );
}
