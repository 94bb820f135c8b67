import { aliyunCaptcha } from './aliyun-captcha.ts';
import { defaultCaptcha } from './default-captcha.ts';
import { hcaptcha } from './hcaptcha.ts';
import { recaptcha } from './recaptcha.ts';
import { turnstile } from './turnstile.ts';

/** In the order in which people choose them. */
export const captcha = [defaultCaptcha, recaptcha, hcaptcha, turnstile, aliyunCaptcha] as const;
