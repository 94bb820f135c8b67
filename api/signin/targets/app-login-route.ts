import type { Registry } from '@doorwright/crds';
import { Refusal } from '../../core/errors.ts';
import type { Objects } from '../../core/objects/objects.ts';
import type { Route } from '../../http/route.ts';
import type { Targets } from './registry.ts';

interface Deps {
  objects: Objects;
  registry: Registry;
  targets: Targets;
}

/** The first call of a sign-in page. It judges the request and shows the application. */
export const appLoginRoute = ({ objects, registry, targets }: Deps): Route => ({
  method: 'GET',
  path: '/api/get-app-login',
  summary: 'Checks the request of a client, and returns the application that the user signs in at.',
  tag: 'Account',
  permission: 'anyone',
  query: targets.query,
  answer: {
    data: { $ref: '#/components/schemas/Application' },
    data2: {
      description: 'For a known interaction, the question of the page, `login` or `consent`, and the requested scopes.',
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
    const opened = await targets.open(query, { type: targets.typeFor(query), application: '' });
    if (!opened) throw new Refusal('unknown-response-type', { type: 'code' });
    const { application, check, question } = opened.request;
    const data = await objects.show(registry.named('application'), context, application);
    if (!application.isEnabled) throw new Refusal('application-disabled', {}, { data });
    const refused = await check();
    if (refused) throw refused(data);
    return { data, data2: (await question()) ?? null };
  },
});
