import type { Application } from '@doorwright/crds/kinds/application.ts';
import { errors, type Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { EgressError } from '../../core/egress/egress-error.ts';
import { Refusal } from '../../core/errors.ts';
import type { JobKind } from '../../core/jobs/kind.ts';
import { type SignOutNotice, signOutNotice } from '../../kinds/session/sign-out-notices.ts';
import { reachingFor } from '../outgoing.ts';
import { tellSignOut } from '../patches/back-channel-logout.ts';

interface Deps {
  authority: { providerFor: (clientId: string) => Promise<Provider> };
  log: Logger;
}

/** Leaves out addresses, whose queries may hold secrets of the application. */
const reasonOf = (error: unknown) =>
  error instanceof EgressError || error instanceof Refusal || error instanceof errors.OIDCProviderError
    ? error.message
    : `status ${(error as { response?: Response }).response?.status ?? 'none'}`;

/** Tells an application that a session has ended. Each try has a new token. */
export const signOutNotices: JobKind<SignOutNotice, Deps> = {
  ...signOutNotice,
  async run({ clientId, sub, sid }, { authority, log }) {
    try {
      const provider = await authority.providerFor(clientId);
      const client = await provider.Client.find(clientId);
      const { organization } = (client?.application ?? { organization: '' }) as Pick<Application, 'organization'>;
      if (client?.backchannelLogoutUri) await reachingFor(organization, () => tellSignOut(client, sub, sid));
    } catch (error) {
      const reason = reasonOf(error);
      log.warn({ client: clientId, reason }, 'An application could not be told of a sign-out');
      throw new Error(reason);
    }
  },
};
