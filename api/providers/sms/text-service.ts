import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';

export interface TextMessage {
  provider: Provider;
  /** Prefix and number, digits only. */
  to: string;
  /** The value of the one parameter of the provider's template. */
  code: string;
  now: Date;
}

/** A vendor of text messages. */
export interface TextService {
  sendText: (message: TextMessage, way: EgressClient) => Promise<void>;
}

/** The refusal of a vendor, in its own words. */
export const refusedBy = (code: string, message: string): Refusal =>
  new Refusal('sms-failed', { problem: `${code} ${message}`.slice(0, 200) });
