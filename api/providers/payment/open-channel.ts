import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { behaviourOf } from '../behaviour-of.ts';
import type { Channel } from './channel.ts';
import { channels } from './index.ts';

/** The vendor of a provider of payments. */
export const channelOf = (provider: Provider): Channel => behaviourOf('Payment', channels, provider);
