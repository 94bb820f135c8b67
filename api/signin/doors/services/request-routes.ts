import { emit } from '@doorwright/crds/schema/schema.ts';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import type { AccountDeps } from '../../place/deps.ts';
import { openRequest, requestForm } from '../../services/open-request.ts';
import { providerRequests } from '../../services/requests.ts';

/** The routes of a request to a provider, before its answer. */
export function providerRequestRoutes(deps: AccountDeps): Route[] {
  const requests = providerRequests(deps);

  const beginRequest: Route = {
    method: 'POST',
    path: '/api/begin-provider-request',
    summary: 'Begins a sign-in, a link or a test at a provider. data is the address to which the browser goes.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    body: emit(requestForm),
    answer: { data: { type: 'string', description: 'Address at the provider.' } },
    async handle({ context, body, http }) {
      const { address } = await openRequest(deps, { context, http }, parsed(requestForm, body));
      return { data: address };
    },
  };

  const getRequest: Route = {
    method: 'GET',
    path: '/api/get-provider-request',
    summary:
      'The request of this browser that a provider answered, for the page that the provider sent the browser to.',
    tag: 'Account',
    permission: 'anyone',
    query: { state: { about: 'The state in the address.', required: true } },
    answer: {
      data: {
        type: 'object',
        properties: {
          ...Object.fromEntries(
            ['purpose', 'provider', 'application', 'organization', 'page'].map((name) => [name, { type: 'string' }]),
          ),
          autoSignin: { type: 'boolean' },
          target: { type: 'string', description: 'Where the browser goes after a sign-in that the provider began.' },
          subject: { type: 'string', description: 'The user whom the provider named in such a sign-in.' },
        },
      },
    },
    async handle({ context, query: { state = '' }, http }) {
      const found = { state, browser: requests.browserOf(http.req), now: context.now };
      const { purpose, provider, application, owner, page, autoSignin, kept } = await requests.look(found);
      const { target, subject } = kept;
      const begunThere = purpose === 'unsolicited' && { target, subject };
      return { data: { purpose, provider, application, organization: owner, page, autoSignin, ...begunThere } };
    },
  };

  return [beginRequest, getRequest];
}
