import type { Registry } from '@doorwright/crds';
import { Refusal } from '../../core/errors.ts';
import type { Objects } from '../../core/objects/objects.ts';
import type { Route } from '../../http/route.ts';
import { authorizationQuery, requestInQuery } from './authorization-query.ts';
import type { Doors } from './client-sign-in.ts';
import { refusedRequest, unknownClient } from './refused-request.ts';

interface Deps extends Doors {
  objects: Objects;
  registry: Registry;
}

/** What a sign-in page asks first: is the request good, and what does the application look like? */
export const appLoginRoute = ({ objects, registry, authority, authorize }: Deps): Route => ({
  method: 'GET',
  path: '/api/get-app-login',
  summary: 'The application at which a client asks a user to sign in, when the request is one it may make.',
  tag: 'Account',
  permission: 'anyone',
  query: authorizationQuery,
  answer: {
    data: { $ref: '#/components/schemas/Application' },
    data2: {
      description:
        'For a known interaction, what the page is to ask, `login` or `consent`, and the scopes that are wanted.',
      anyOf: [
        {
          type: 'object',
          properties: { prompt: { type: 'string' }, scopes: { type: 'array', items: { type: 'string' } } },
        },
        { type: 'null' },
      ],
    },
  },
  async handle({ context, query }) {
    const application = await authority.clients.application(query.clientId ?? '');
    if (!application) throw unknownClient(query.clientId);
    const data = await objects.show(registry.named('application'), context, application);
    if (!application.isEnabled) throw new Refusal('application-disabled', {}, { data });
    const request = requestInQuery(query, 'code');
    const wrong = await authorize.check(request);
    if (wrong) throw refusedRequest(wrong, request, data);
    return { data, data2: (await authorize.question(request)) ?? null };
  },
});
