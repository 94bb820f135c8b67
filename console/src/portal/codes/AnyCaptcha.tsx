import { lazy, Suspense } from 'react';
import type { Told } from '../words.ts';
import { t } from '../words.ts';
import type { Captcha } from './captcha.ts';
import type { Solved } from './send-code.ts';

const CaptchaDialog = lazy(async () => ({ default: (await import('./CaptchaDialog.tsx')).CaptchaDialog }));
const VendorCaptcha = lazy(async () => ({ default: (await import('./VendorCaptcha.tsx')).VendorCaptcha }));

interface Props {
  applicationId: string;
  captcha: Captcha;
  /** Repeats the action that required the captcha. It throws if the answer was wrong. */
  send: (solved: Solved) => Promise<void>;
  onClose: () => void;
  /** The vendor does not come. */
  onAway: (why: Told) => void;
}

/** The captcha of an application: our picture, or the page of a vendor. */
export const AnyCaptcha = ({ applicationId, captcha, send, onClose, onAway }: Props) => (
  <Suspense>
    {captcha.type === 'Default' ? (
      <CaptchaDialog applicationId={applicationId} first={captcha} send={send} onClose={onClose} />
    ) : (
      <VendorCaptcha
        captcha={captcha}
        title={t('captcha')}
        send={send}
        onClose={onClose}
        onAway={() => {
          onClose();
          onAway({ word: 'captchaAway', values: { type: captcha.type } });
        }}
      />
    )}
  </Suspense>
);
