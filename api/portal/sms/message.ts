import type { Provider } from '@doorwright/crds/models/provider.ts';

export interface TextMessage {
  provider: Provider;
  /** Prefix and number, digits alone. */
  to: string;
  code: string;
  now: Date;
}
