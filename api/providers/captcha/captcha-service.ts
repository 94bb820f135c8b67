import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { EgressClient } from '../../core/egress/gate.ts';

export interface CaptchaAnswer {
  /** Id of a captcha that this server drew. */
  id: string;
  /** The typed text, or the vendor's token. */
  answer: string;
}

export interface CaptchaMeans {
  provider: Provider;
  way: EgressClient;
  /** The host of this installation's pages. */
  host: string;
  /** The address of the browser. */
  clientIp: string;
  now: Date;
  /** Judges the answer to a captcha that this server drew. */
  isSolved: (answer: CaptchaAnswer) => Promise<boolean>;
}

/** A vendor of captchas, or this server. */
export interface CaptchaService {
  /**
   * Does the answer prove a human? A vendor that cannot judge, or that does not know the provider's keys, is an error: a wrong answer is
   * the user's, and these are not.
   */
  proveHuman: (answer: CaptchaAnswer, means: CaptchaMeans) => Promise<boolean>;
}
