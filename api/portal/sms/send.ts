import type { Provider } from '@doorwright/crds/models/provider.ts';
import type { Egress } from '../../egress/gate.ts';
import { Refusal } from '../../http/errors.ts';
import { sendByAliyun } from './aliyun.ts';
import type { TextMessage } from './message.ts';

/** How each service takes a message. One more service is one more file and one more line. */
const services: Partial<Record<Provider['type'], (message: TextMessage, egress: Egress) => Promise<void>>> = {
  'Aliyun SMS': sendByAliyun,
};

export function refuseUnsupported({ type }: Provider): void {
  if (!services[type]) throw new Refusal('sms-unsupported', { type });
}

export const sendText = async (message: TextMessage, egress: Egress): Promise<void> =>
  services[message.provider.type]?.(message, egress);
