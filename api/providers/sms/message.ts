import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { Refusal } from '../../core/errors.ts';

export interface TextMessage {
  provider: Provider;
  /** Prefix and number, digits alone. */
  to: string;
  /** What fills the one parameter of the provider's template. */
  code: string;
  now: Date;
}

/** What a service says where it does not send. */
export const refusedBy = (code: string, message: string): Refusal =>
  new Refusal('sms-failed', { problem: `${code} ${message}`.slice(0, 200) });
