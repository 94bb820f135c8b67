import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { platform } from '../../../core/callers.ts';
import { egressOwnerOf } from '../../../core/egress/egress-owner.ts';
import { Refusal } from '../../../core/errors.ts';
import { assertSwitchedOn } from '../../../core/switched-on.ts';
import type { Channel, Till } from '../../../providers/payment/channel.ts';
import { channelOf } from '../../../providers/payment/open-channel.ts';
import type { CommerceDeps } from '../deps.ts';

export interface Counter {
  channel: Channel;
  till: Till;
}

/**
 * The channel of a provider, with its keys and the way to its vendor on behalf of an organization: by default the first one that the provider
 * serves. It refuses a provider that is gone, off or incomplete.
 */
export async function openTill(deps: CommerceDeps, name: string, organization?: string): Promise<Counter> {
  const provider = (await deps.store('provider').find(deps.db, 'admin', name)) as Provider | undefined;
  if (!provider) throw new Refusal('payment-provider-missing', { provider: name });
  assertSwitchedOn(provider, deps.config);
  const channel = channelOf(provider);
  const cert = provider.cert
    ? ((await deps.store('cert').find(deps.db, 'admin', provider.cert)) as Cert | undefined)
    : undefined;
  if (provider.cert && !cert) throw new Refusal('cert-missing', { cert: provider.cert });
  const way = deps.egress.for(egressOwnerOf(provider, organization ?? provider.organizations[0] ?? platform));
  return { channel, till: { provider, cert, way, now: deps.now() } };
}
