import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import type { Egress } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';
import { behaviourOf } from '../behaviour-of.ts';
import { textServices } from './index.ts';
import type { TextMessage } from './text-service.ts';

/** Refuses a provider that cannot send, before a code is made for it. */
export function refuseUnready(provider: Provider): void {
  behaviourOf('SMS', textServices, provider);
}

/** Sends a message of an organization. An unexpected answer of the vendor is reported with the provider's name only. */
export async function sendText(message: TextMessage & { organization: string }, egress: Egress): Promise<void> {
  const { provider, organization } = message;
  const service = behaviourOf('SMS', textServices, provider);
  try {
    await service.sendText(message, egress.for(egressOwnerOf(provider, organization)));
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal('sms-failed', { problem: provider.name }, { cause });
  }
}
