import { call } from '../call.ts';
import type { Settings } from '../captcha/vendors.ts';

export interface Captcha extends Settings {
  /** `none` for an application without a captcha, `Default` for the built-in picture. */
  type: string;
  captchaId: string;
  /** A PNG in base64. */
  captchaImage: string;
  /** The digits as sound, a WAV in base64, if it was requested. */
  captchaSound: string;
}

/** Gets a new captcha of an application. `sound` adds the digits as sound, for users who cannot see the picture. */
export const newCaptcha = async (applicationId: string, form?: 'sound'): Promise<Captcha> =>
  (await call<Captcha>('get-captcha', { query: { applicationId, form } })).data;
