import { aliyunCaptcha } from './aliyun-captcha.ts';
import { defaultCaptcha } from './default-captcha.ts';
import { hcaptcha } from './hcaptcha.ts';
import { recaptcha } from './recaptcha.ts';

/** In the order in which people choose them. */
export const captcha = [defaultCaptcha, recaptcha, hcaptcha, aliyunCaptcha] as const;
