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

/** Hands a message to its service. What nobody foresaw of its answer is told by the name of the provider. */
export async function sendText(message: TextMessage, egress: Egress): Promise<void> {
  const { provider } = message;
  try {
    await services[provider.type]?.(message, egress);
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal('sms-failed', { problem: provider.name }, { cause });
  }
}
