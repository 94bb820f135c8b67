import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { behaviourOf } from '../behaviour-of.ts';
import type { Channel } from './channel.ts';
import { channels } from './index.ts';

/** The channel of a provider. It refuses a type without one, and a provider without a required field. */
export const channelOf = (provider: Provider): Channel => behaviourOf('Payment', channels, provider);
