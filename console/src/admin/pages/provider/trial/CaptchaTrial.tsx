import type { Row } from '@doorwright/crds';
import { subTypesOf } from '@doorwright/crds/providers/described.ts';
import { ActionGroup, Button, Content, Form } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Captcha } from '../../../../portal/codes/captcha.ts';
import type { Solved } from '../../../../portal/codes/send-code.ts';
import { VendorCaptcha } from '../../../../portal/codes/VendorCaptcha.tsx';
import { call } from '../../../http/call.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

const CaptchaDialog = lazyDialog(['login'], async () => (await import('../../../ui/CaptchaDialog.tsx')).CaptchaDialog);

const trial = { isCurrentProvider: 'true' };

const newCaptcha = async (applicationId: string, form?: 'sound'): Promise<Captcha> =>
  (await call<Captcha>('get-captcha', { query: { ...trial, applicationId, form } })).data;

const isSolved = async (applicationId: string, { type, id, answer }: Solved): Promise<boolean> => {
  const body = { applicationId, captchaType: type, captchaId: id, captchaToken: answer };
  return (await call<boolean>('verify-captcha', { query: trial, body })).data;
};

/** Shows the captcha of the stored provider, and checks the answer with its secret. */
export function CaptchaTrial({ object, isIncomplete }: { object: Row; isIncomplete: boolean }) {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const [captcha, setCaptcha] = useState<Captcha>();
  const id = `admin/${object.name}`;
  const close = () => setCaptcha(undefined);
  const fail = (why: string) => {
    close();
    notify('danger', why);
  };
  const preview = useMutation({
    mutationFn: () => newCaptcha(id),
    onSuccess: setCaptcha,
    onError: (error) => notify('danger', error.message),
  });
  const isUnready = isIncomplete || (subTypesOf(object).length > 0 && !object.subType);

  async function send(solved: Solved) {
    const right = await isSolved(id, solved).catch((error: Error) => fail(error.message));
    if (right === false) throw new Error(t('provider.captchaRefused'));
    if (!right) return;
    close();
    notify('success', t('provider.captchaSolved'));
  }

  return (
    <section className="below" aria-label={t('provider.captchaPreview')}>
      <Content component="h2">{t('provider.captchaPreview')}</Content>
      <Content component="p">{t('provider.captchaAbout')}</Content>
      <Form onSubmit={(event) => event.preventDefault()}>
        <ActionGroup>
          <Button variant="secondary" isDisabled={isUnready || preview.isPending} onClick={() => preview.mutate()}>
            {t('provider.preview')}
          </Button>
        </ActionGroup>
      </Form>
      {captcha?.type === 'Default' && (
        <CaptchaDialog ask={(form) => newCaptcha(id, form)} first={captcha} send={send} onClose={close} />
      )}
      {captcha && captcha.type !== 'Default' && (
        <VendorCaptcha
          captcha={captcha}
          title={t('provider.captchaPreview')}
          send={(solved) => send(solved).catch(({ message }: Error) => fail(message))}
          onClose={close}
          onAway={() => fail(t('common:captchaAway', { type: captcha.type }))}
        />
      )}
    </section>
  );
}
