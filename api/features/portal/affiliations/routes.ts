import { affiliationSources } from '@doorwright/crds/values/affiliation-url.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { Route } from '../../../http/route.ts';
import { limits, spend } from '../../../signin/locks/limits.ts';
import { applicationNamed, nameIn } from '../../../signin/place/applications.ts';
import type { PortalDeps } from '../../../signin/place/portal-deps.ts';
import { affiliations, hasCode, places } from './shapes.ts';
import { createSource } from './source.ts';

const applicationId = { about: 'owner/name of the application.', required: true } as const;

/** Fetches the affiliations that users choose from. The page itself may load from this server alone. */
export function affiliationRoutes(deps: PortalDeps): Route[] {
  const placesAt = createSource(deps.egress, places);
  const affiliationsAt = createSource(deps.egress, affiliations);

  async function sourcesOf(id: string, context: RequestContext) {
    const { application } = await applicationNamed(deps, nameIn(id));
    const sources = affiliationSources(application.affiliationUrl);
    if (!sources) throw new Refusal('choices-unavailable');
    await spend(deps.db, [limits.choicesFor(context.clientIp)], context.now);
    return { ...sources, organization: application.organization };
  }

  return [
    {
      method: 'GET',
      path: '/api/get-address-options',
      summary:
        "Returns the addresses of affiliations as a tree, from the first part of the application's affiliationUrl.",
      tag: 'Account',
      permission: 'anyone',
      query: { applicationId },
      answer: {
        data: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              value: { type: 'string', description: 'Code of the place.' },
              label: { type: 'string' },
              children: {
                type: 'array',
                items: { type: 'object' },
                description: 'The places within it, in the same form.',
              },
            },
          },
        },
      },
      async handle({ context, query }) {
        const { organization, addresses } = await sourcesOf(query.applicationId ?? '', context);
        return { data: await placesAt(organization, addresses) };
      },
    },
    {
      method: 'GET',
      path: '/api/get-affiliation-options',
      summary: "Returns the affiliations at an address, from the second part of the application's affiliationUrl.",
      tag: 'Account',
      permission: 'anyone',
      query: { applicationId, code: { about: 'Code of the address in the tree.', required: true } },
      answer: {
        data: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
        },
      },
      async handle({ context, query: { applicationId: id = '', code = '' } }) {
        const { organization, ...sources } = await sourcesOf(id, context);
        // Otherwise strangers would choose the addresses that we request, and fill the cache.
        if (!hasCode(await placesAt(organization, sources.addresses), code))
          throw new Refusal('missing-parameter', { name: 'code' });
        return { data: await affiliationsAt(organization, `${sources.affiliations}/${encodeURIComponent(code)}`) };
      },
    },
  ];
}
