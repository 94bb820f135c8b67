import type { CaptchaService } from './captcha-service.ts';

/** Digits that this server drew. */
export const defaultCaptcha: CaptchaService = {
  proveHuman: (answer, { isSolved }) => isSolved(answer),
};
