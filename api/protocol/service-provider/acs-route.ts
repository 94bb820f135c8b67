import { emit } from '@doorwright/crds/derive/schema.ts';
import { acsPath, samlCallbackPath } from '@doorwright/crds/providers/callback.ts';
import { z } from 'zod';
import type { Route } from '../../http/route.ts';
import type { AccountDeps } from '../../signin/deps.ts';
import { parsed } from '../../signin/parsed-form.ts';
import { providerRequests } from '../../signin/services/requests.ts';

/** The parameters of the POST binding (SAML Bindings 2.0, 3.5). A response in base64 with its certificates and attributes has 30 kB. */
const responseForm = z.object({
  SAMLResponse: z.string().max(300_000).default('').describe('Response of the identity provider, in base64.'),
  RelayState: z.string().max(200).default('').describe('State of the request.'),
});

/**
 * Identity providers post their responses here, through the browser. It sends no cookie along, because another site made the form. So the
 * response waits with its request until the page that the browser goes to next proves its browser; only then is it judged.
 */
export const acsRoute = (deps: AccountDeps): Route => ({
  method: 'POST',
  path: acsPath,
  summary: 'Takes the response of a SAML identity provider, and sends the browser to the page that goes on with it.',
  tag: 'Account',
  permission: 'anyone',
  fromOtherSites: true,
  body: emit(responseForm),
  async handle({ context, body, http: { res } }) {
    const { SAMLResponse, RelayState: state } = parsed(responseForm, body);
    if (SAMLResponse) await providerRequests(deps).attach(state, SAMLResponse, context.now);
    const page = new URL(samlCallbackPath, deps.config.DOORWRIGHT_ORIGIN);
    if (state) page.searchParams.set('state', state);
    res.redirect(303, page.href);
    return { sent: true };
  },
});
