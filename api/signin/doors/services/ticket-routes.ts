import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { platform } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Parameter, Route, RouteRequest } from '../../../http/route.ts';
import { openText, ticketIn } from '../../../providers/oauth/wecom/message.ts';
import { limits, spend } from '../../locks/limits.ts';
import type { AccountDeps } from '../../place/deps.ts';
import { keepTicket } from '../../services/posted-tickets.ts';

const signed = {
  provider: { about: 'Name of the provider.', required: true },
  msg_signature: { about: "WeCom's signature.", required: true },
  timestamp: { about: 'Time of the request, in seconds since 1970.', required: true },
  nonce: { about: 'A random text.', required: true },
} satisfies Record<string, Parameter>;

const signatureOf = ({ query }: Pick<RouteRequest, 'query'>) => ({
  msg_signature: query.msg_signature ?? '',
  timestamp: query.timestamp ?? '',
  nonce: query.nonce ?? '',
});

const plain = ({ http: { res } }: RouteRequest, answer: string) => {
  res.type('text/plain').send(answer);
  return { sent: true } as const;
};

/** The address that the page of a suite at WeCom asks for: WeCom proves it once with an echo, and posts tickets to it then. */
export function ticketRoutes(deps: AccountDeps): Route[] {
  /** Others have no callback. The answer does not say whether a provider exists. */
  async function providerOf({ query, context }: RouteRequest): Promise<Provider> {
    await spend(deps.db, [limits.ticketsFrom(context.clientIp)], context.now);
    const name = query.provider ?? '';
    const found = (await deps.store('provider').findFor(deps.db, platform, 'admin', name)) as Provider | undefined;
    const hasCallback = found?.category === 'OAuth' && found.type === 'WeCom' && found.subType === 'Third-party';
    if (!found || !hasCallback || !found.clientSecret2)
      throw new Refusal('sign-in-service-failed', { problem: 'the message is not from WeCom' });
    return found;
  }

  const echo: Route = {
    method: 'GET',
    path: '/api/wecom-callback',
    summary: 'Proves to WeCom that this address belongs to the suite of a provider. The answer is the decrypted echo.',
    tag: 'Account',
    permission: 'anyone',
    query: { ...signed, echostr: { about: 'An encrypted text.', required: true } },
    file: 'text/plain',
    handle: async (asked) =>
      plain(asked, openText(await providerOf(asked), signatureOf(asked), asked.query.echostr ?? '')),
  };

  const take: Route = {
    method: 'POST',
    path: '/api/wecom-callback',
    summary: 'Takes a ticket that WeCom posts for the suite of a provider.',
    tag: 'Account',
    permission: 'anyone',
    fromOtherSites: true,
    textBody: true,
    query: signed,
    file: 'text/plain',
    async handle(asked) {
      const provider = await providerOf(asked);
      const ticket = ticketIn(provider, signatureOf(asked), typeof asked.body === 'string' ? asked.body : '');
      if (ticket) await keepTicket(deps, provider, ticket, asked.context.now);
      return plain(asked, 'success');
    },
  };

  return [echo, take];
}
