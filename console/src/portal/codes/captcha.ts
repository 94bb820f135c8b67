import { call } from '../call.ts';

export interface Captcha {
  /** `none` where the application asks for none, `Default` for the picture of ours. */
  type: string;
  captchaId: string;
  /** An SVG in base64. */
  captchaImage: string;
  /** The digits in words, where they were asked for. */
  captchaText: string;
}

/** A new captcha of an application; `words` tells its digits in words too, for who does not see the picture. */
export const newCaptcha = async (applicationId: string, form?: 'words'): Promise<Captcha> =>
  (await call<Captcha>('get-captcha', { query: { applicationId, form } })).data;
