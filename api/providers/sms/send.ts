import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { providerTypes } from '@doorwright/crds/options/provider-types.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import type { Egress, EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';
import { sendByAliyun } from './aliyun.ts';
import { sendByHuawei } from './huawei.ts';
import type { TextMessage } from './message.ts';
import { sendByTencent } from './tencent.ts';
import { sendByVolcEngine } from './volc-engine.ts';

interface Service {
  send: (message: TextMessage, way: EgressClient) => Promise<void>;
  /** Without these it does not know whose messages they are. */
  needs: readonly (keyof Provider)[];
}

type SmsType = (typeof providerTypes)['SMS'][number];

/** How each service takes a message. One more service is one more file and one more line. */
const services: Record<SmsType, Service> = {
  'Aliyun SMS': { send: sendByAliyun, needs: [] },
  'Tencent Cloud SMS': { send: sendByTencent, needs: ['appId'] },
  'Volc Engine SMS': { send: sendByVolcEngine, needs: ['appId'] },
  'Huawei Cloud SMS': { send: sendByHuawei, needs: ['appId', 'providerUrl'] },
};

const serviceOf = ({ type }: Provider): Service => services[type as SmsType];

/** Told before a code is made that nobody could send. */
export function refuseUnready(provider: Provider): void {
  const name = serviceOf(provider).needs.find((each) => !provider[each]);
  if (name) throw new Refusal('missing-parameter', { name });
}

/** Hands a message of an organization to its service. What nobody foresaw of its answer is told by the name of the provider. */
export async function sendText(message: TextMessage & { organization: string }, egress: Egress): Promise<void> {
  const { provider, organization } = message;
  try {
    await serviceOf(provider).send(message, egress.for(egressOwnerOf(provider, organization)));
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal('sms-failed', { problem: provider.name }, { cause });
  }
}
