import type { Application } from '@doorwright/crds/kinds/application.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
import type { SamlRequest } from '../../signin/contracts/saml-authority.ts';
import type { SamlDeps } from './deps.ts';
import { goOnPath, signOnPath } from './names.ts';
import { orProblem } from './or-problem.ts';

const form = z.object({
  SAMLRequest: z.string().max(300_000).default('').describe('Request of the service provider, in base64.'),
  RelayState: z.string().max(10_000).optional().describe('State of the service provider.'),
});

const takeRequest = (deps: SamlDeps, asked: RouteRequest, requestOf: (application: Application) => SamlRequest) =>
  orProblem(deps, asked, 'login', async (application) => {
    if (!application.isEnabled) throw new Refusal('application-disabled');
    const request = requestOf(application);
    asked.http.res.redirect(303, `${goOnPath}?${new URLSearchParams({ saml: deps.saml.seal(request) })}`);
    return { sent: true };
  });

const common = {
  path: signOnPath,
  tag: 'Account',
  permission: 'anyone',
  file: 'text/html',
  redirects: true,
} as const;

const application = { about: 'owner/name of the application.', required: true } as const;

/** The single sign-on service of the identity provider. Browsers reach it under the address of the page. */
export const signOnRoutes = (deps: SamlDeps): Route[] => [
  {
    ...common,
    method: 'GET',
    summary: 'Takes the request of a SAML service provider from an address, and sends the browser on.',
    query: {
      application,
      SAMLRequest: { about: 'The request, compressed and in base64.' },
      RelayState: { about: 'State of the service provider.' },
      SigAlg: { about: 'Algorithm of the signature.' },
      Signature: { about: 'Signature of the request.' },
      service: { about: 'In place of a request, the entity ID of a service provider that allows this.' },
    },
    handle: (asked) => {
      const { SAMLRequest, service, RelayState } = asked.query;
      const rawQuery = asked.http.req.url.split(/\?(.*)/s)[1] ?? '';
      return takeRequest(deps, asked, (found) =>
        SAMLRequest === undefined && service !== undefined
          ? deps.saml.begin(found, { service, RelayState })
          : deps.saml.judge(found, { SAMLRequest: SAMLRequest ?? '', RelayState, binding: 'Redirect', rawQuery }),
      );
    },
  },
  {
    ...common,
    method: 'POST',
    summary: 'Takes the request of a SAML service provider from a form, and sends the browser on.',
    fromOtherSites: true,
    query: { application },
    body: emit(form),
    handle: (asked) =>
      takeRequest(deps, asked, (found) => deps.saml.judge(found, { ...parsed(form, asked.body), binding: 'POST' })),
  },
];
