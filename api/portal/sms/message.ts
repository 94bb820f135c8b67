import type { Provider } from '@doorwright/crds/models/provider.ts';

export interface TextMessage {
  provider: Provider;
  /** Prefix and number, digits alone. */
  to: string;
  /** What fills the one parameter of the provider's template. */
  code: string;
  now: Date;
}
