import { payment } from '@doorwright/crds/providers/payment/index.ts';
import { channelLabel } from './channel-label.ts';

/** A way to pay, as `get-product-channels` lists it. */
export interface Channel {
  /** Name of the provider. */
  name: string;
  type: string;
  /** It can take the money of each later period of a plan by itself. */
  canRenew?: boolean;
}

/** A channel with its words and its badge. */
export interface ShownChannel extends Channel {
  label: string;
  letters: string;
  color: string;
}

const logoOf = (type: string) => payment.find((each) => each.type === type)?.logo ?? { letters: '', color: 'gray' };

/** The channels as their buttons show them. Two of one type are told apart by their names. */
export const shownChannels = (channels: readonly Channel[]): ShownChannel[] =>
  channels.map(({ name, type }) => {
    const isTwice = channels.filter((each) => each.type === type).length > 1;
    const label = channelLabel(type);
    return { name, type, ...logoOf(type), label: isTwice ? `${label} (${name})` : label };
  });
