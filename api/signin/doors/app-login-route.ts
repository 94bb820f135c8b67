import type { Registry } from '@doorwright/crds';
import { Refusal } from '../../core/errors.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import type { Route } from '../../http/route.ts';
import type { Targets } from '../targets/registry.ts';

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
  query: {
    ...targets.query,
    type: { about: 'Type of the sign-in: `code`, which is the default, or `cas`.' },
    id: { about: '`organization/application` of a sign-in whose query names no client.' },
  },
  answer: {
    data: { $ref: '#/components/schemas/Application' },
    data2: {
      description: 'For a known interaction, the question of the page, `login` or `consent`, and the requested scopes.',
      anyOf: [
        {
          type: 'object',
          properties: {
            prompt: { type: 'string' },
            scopes: { type: 'array', items: { type: 'string' } },
            needsProof: { type: 'boolean', description: 'The session is too old for the client.' },
          },
        },
        { type: 'null' },
      ],
    },
  },
  async handle({ context, query }) {
    const { type = targets.typeFor(query), id: application = '' } = query;
    const opened = await targets.open(query, { type, application });
    if (!opened) throw new Refusal('unknown-response-type', { type });
    const { application: asked, check, question } = opened.request;
    const data = await objects.show(registry.named('application'), context, asked);
    if (!asked.isEnabled) throw new Refusal('application-disabled', {}, { data });
    const refused = await check();
    if (refused) throw refused(data);
    return { data, data2: (await question()) ?? null };
  },
});
