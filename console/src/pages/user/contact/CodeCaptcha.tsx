import { useTranslation } from 'react-i18next';
import { VendorCaptcha } from '../../../portal/codes/VendorCaptcha.tsx';
import { CaptchaDialog } from '../../../ui/CaptchaDialog.tsx';
import { newCaptcha } from './codes.ts';
import type { Code } from './use-code.ts';

interface Props {
  sending: Code;
  asked: NonNullable<Code['asked']>;
}

/** The captcha before a code: our picture, or the captcha of a vendor. */
export function CodeCaptcha({ sending: { send, giveUp, tellAway }, asked: { application, captcha } }: Props) {
  const { t } = useTranslation('users');
  const its = { send: (solved: Parameters<typeof send>[1]) => send(application, solved), onClose: giveUp };
  return captcha.type === 'Default' ? (
    <CaptchaDialog ask={(form) => newCaptcha(application, form)} first={captcha} {...its} />
  ) : (
    <VendorCaptcha captcha={captcha} title={t('captcha')} onAway={() => tellAway(captcha.type)} {...its} />
  );
}
