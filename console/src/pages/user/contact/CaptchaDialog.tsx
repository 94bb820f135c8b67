import {
  ActionList,
  ActionListItem,
  Alert,
  Button,
  Form,
  FormGroup,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  TextInput,
} from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Captcha, newCaptcha, type Solved } from './codes.ts';

interface Props {
  application: string;
  first: Captcha;
  /** Does what the captcha was asked for; a wrong one is asked again here. */
  send: (solved: Solved) => Promise<void>;
  onClose: () => void;
}

const length = 5;

/** Five digits in a picture, or in words for who does not see it. */
export function CaptchaDialog({ application, first, send, onClose }: Props) {
  const { t } = useTranslation('users');
  const ids = [useId(), useId()] as const;
  const [captcha, setCaptcha] = useState(first);
  const [answer, setAnswer] = useState('');
  const [problem, setProblem] = useState('');

  const another = useMutation({
    mutationFn: (form?: 'words') => newCaptcha(application, form),
    onSuccess(next) {
      setCaptcha(next);
      setAnswer('');
    },
    onError: (error) => setProblem(error.message),
  });
  const solve = useMutation({
    mutationFn: () => send({ id: captcha.captchaId, answer }),
    onError() {
      setProblem(t('captchaFailed'));
      another.mutate(captcha.captchaText ? 'words' : undefined);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Events of a dialog inside of a form reach that form.
    event.stopPropagation();
    if (answer.length === length) solve.mutate();
  };
  return (
    <Modal isOpen width={348} onClose={onClose} aria-label={t('captcha')}>
      <ModalHeader title={t('captcha')} />
      <ModalBody>
        <Form id={ids[0]} onSubmit={submit}>
          {problem && <Alert isInline isLiveRegion variant="danger" title={problem} component="p" />}
          <img
            src={`data:image/svg+xml;base64,${captcha.captchaImage}`}
            alt={t('captchaPicture')}
            width={200}
            height={80}
          />
          <p role="status">{captcha.captchaText}</p>
          <ActionList>
            <ActionListItem>
              <Button variant="link" isInline onClick={() => another.mutate(undefined)}>
                {t('captchaAnother')}
              </Button>
            </ActionListItem>
            <ActionListItem>
              <Button variant="link" isInline onClick={() => another.mutate('words')}>
                {t('captchaWords')}
              </Button>
            </ActionListItem>
          </ActionList>
          <FormGroup label={t('captchaCode')} fieldId={ids[1]}>
            <TextInput
              id={ids[1]}
              value={answer}
              inputMode="numeric"
              autoComplete="off"
              maxLength={length}
              onChange={(_event, text) => setAnswer(text.replaceAll(/\D/g, ''))}
            />
          </FormGroup>
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form={ids[0]} isDisabled={answer.length !== length} isLoading={solve.isPending}>
          {t('common:confirm')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
