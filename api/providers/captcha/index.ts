import type { Behaviours } from '../behaviour-of.ts';
import { aliyunCaptcha } from './aliyun-captcha.ts';
import type { CaptchaService } from './captcha-service.ts';
import { defaultCaptcha } from './default-captcha.ts';
import { siteVerify } from './site-verify.ts';

export const captchaServices: Behaviours<'Captcha', CaptchaService> = {
  Default: defaultCaptcha,
  reCAPTCHA: siteVerify(),
  hCaptcha: siteVerify({ binding: ({ clientId }) => ({ sitekey: clientId }) }),
  'Cloudflare Turnstile': siteVerify(),
  'Aliyun Captcha': aliyunCaptcha,
};
