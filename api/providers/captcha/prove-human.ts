import { behaviourOf } from '../behaviour-of.ts';
import type { CaptchaAnswer, CaptchaMeans } from './captcha-service.ts';
import { captchaServices } from './index.ts';

/** Does the answer to this provider's captcha prove a human? */
export const proveHuman = (answer: CaptchaAnswer, means: CaptchaMeans): Promise<boolean> =>
  behaviourOf('Captcha', captchaServices, means.provider).proveHuman(answer, means);
