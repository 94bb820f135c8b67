import type { Application } from '@doorwright/crds/kinds/application.ts';
import { samlCallbackPath } from '@doorwright/crds/providers/callback.ts';
import escapeHtml from 'escape-html';
import { platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { Route } from '../../http/route.ts';
import type { AccountDeps } from '../../signin/place/deps.ts';
import { openRequest } from '../../signin/services/open-request.ts';
import { readRelayState, type Wish } from './relay-state.ts';

const builtIn = 'app-built-in';

/** The application of a client id. Without one it is the built-in application, as in Casdoor 2022. */
async function applicationOf({ db, store }: AccountDeps, clientId: string) {
  const row = await db(store('application').table)
    .where({ owner: 'admin', ...(clientId ? { client_id: clientId } : { name: builtIn }) })
    .first('name', 'organization', 'providers');
  if (!row) throw new Refusal('client-unknown');
  const { name, organization, providers } = row as Pick<Application, 'name' | 'organization' | 'providers'>;
  return { name, organization: clientId ? organization : '', providers };
}

/** The page of ours that goes on after the response: the request of a client, or a sign-in to the console. */
function pageOf({ clientId, state, redirectUri }: Wish, origin: string): string {
  const target = redirectUri && URL.parse(redirectUri);
  if (!target || target.origin === new URL(origin).origin) return '/login';
  const request = { client_id: clientId, response_type: 'code', redirect_uri: redirectUri, scope: 'read', state };
  return `/login/oauth/authorize?${new URLSearchParams(request)}`;
}

/** A form that posts itself, for a page of Casdoor 2022 that writes it into its document. */
const formOf = (action: string, fields: Readonly<Record<string, string>>) =>
  `<form id="SAMLRequestForm" method="post" action="${escapeHtml(action)}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join(
      '',
    )}<input type="submit" id="SAMLSubmitButton" value="Continue"></form><script>document.getElementById('SAMLRequestForm').submit();</script>`;

/**
 * A sign-in at a SAML identity provider as pages of Casdoor 2022 begin it. What they put into RelayState stays with the request: the identity
 * provider gets a state of ours, which tells nothing and has at most 80 bytes.
 */
export const samlLoginRoute = (deps: AccountDeps): Route => ({
  method: 'GET',
  path: '/api/get-saml-login',
  summary:
    'Begins a sign-in at a SAML identity provider. data is its address if data2 is `GET`, or a form that posts itself if data2 is `POST`.',
  tag: 'Account',
  permission: 'anyone',
  setsSession: true,
  query: {
    id: { about: 'owner/name of the provider.', required: true },
    relayState: { about: 'Base64 of client id, state, provider, redirect address and callback, separated by `&`.' },
  },
  answer: {
    data: { type: 'string', description: 'Address at the identity provider, or a form.' },
    data2: { type: 'string', enum: ['GET', 'POST'] },
  },
  async handle({ context, query: { id = '', relayState = '' }, http }) {
    const origin = deps.config.DOORWRIGHT_ORIGIN;
    const name = id.slice(id.indexOf('/') + 1);
    const wish = readRelayState(relayState, new URL(samlCallbackPath, origin).href);
    const { name: application, organization, providers } = await applicationOf(deps, wish.clientId);
    const provider = await deps.store('provider').findFor(deps.db, organization || platform, 'admin', name);
    // A provider of others and a missing one get the same words. Those that the application lists are on its sign-in page.
    if (!provider || !providers.some((each) => each.name === name))
      throw new Refusal('not-found', { kind: 'Provider', id: name.slice(0, 100) });
    if (provider.category !== 'SAML') throw new Refusal('provider-not-saml', { name });
    const form = { purpose: 'signin', provider: name, application, organization, autoSignin: false } as const;
    const begun = await openRequest(deps, { context, http }, { ...form, page: pageOf(wish, origin) });
    const { form: SAMLRequest, action } = begun.kept;
    if (!SAMLRequest || !action) return { data: begun.address, data2: 'GET' };
    return { data: formOf(action, { SAMLRequest, RelayState: begun.state }), data2: 'POST' };
  },
});
