import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { type Client, errors, type Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { EgressError } from '../../core/egress/egress-error.ts';
import type { Egress } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';
import type { JobKind } from '../../core/jobs/kind.ts';
import { type SignOutNotice, signOutNotice } from '../../kinds/session/sign-out-notices.ts';
import { outgoingLimits } from '../outgoing.ts';

interface Deps {
  authority: { providerFor: (clientId: string) => Promise<Provider> };
  egress: Egress;
  log: Logger;
}

/** Leaves out addresses, whose queries may hold secrets of the application. */
const reasonOf = (error: unknown) =>
  error instanceof EgressError || error instanceof Refusal || error instanceof errors.OIDCProviderError
    ? error.message
    : 'unknown';

const event = 'http://schemas.openid.net/event/backchannel-logout';

/** A logout token (OpenID Connect Back-Channel Logout, 2.4). */
async function logoutToken({ IdToken }: Provider, client: Client, { sub, sid }: SignOutNotice): Promise<string> {
  const token = new IdToken({}, { client });
  const claims = { sub, sid, jti: randomUUID(), events: { [event]: {} } };
  for (const [name, value] of Object.entries(claims)) token.set(name, value);
  return token.issue({ use: 'logout' });
}

/**
 * Tells an application that a session has ended. Each try has a new token. The library would tell it once, while the user waits, so it gets
 * no address for notices.
 */
export const signOutNotices: JobKind<SignOutNotice, Deps> = {
  ...signOutNotice,
  async run(notice, { authority, egress, log }) {
    const { clientId } = notice;
    const fail = (reason: string) => {
      log.warn({ client: clientId, reason }, 'An application could not be told of a sign-out');
      throw new Error(reason);
    };
    const told = async () => {
      const provider = await authority.providerFor(clientId);
      const client = await provider.Client.find(clientId);
      const { organization = '', backchannelLogoutUri } = (client?.application ?? {}) as Partial<Application>;
      if (!client || !backchannelLogoutUri) return 200;
      const body = String(new URLSearchParams({ logout_token: await logoutToken(provider, client, notice) }));
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const request = { method: 'POST', headers, body };
      return (await egress.for({ organization }).fetch(backchannelLogoutUri, request, outgoingLimits)).status;
    };
    const status = await told().catch((error) => fail(reasonOf(error)));
    if (status !== 200 && status !== 204) fail(`status ${status}`);
  },
};
