import { eventOfRefusal } from '@doorwright/crds/options/events.ts';
import { acsPath, samlCallbackPath } from '@doorwright/crds/providers/callback.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
import type { AccountDeps } from '../../signin/place/deps.ts';
import { providerRequests } from '../../signin/services/requests.ts';
import { acceptUnsolicited, providersThatMayBegin } from '../../signin/services/unsolicited/accept.ts';

/** The parameters of the POST binding (SAML Bindings 2.0, 3.5). A response in base64 with its certificates and attributes has 30 kB. */
const responseForm = z.object({
  SAMLResponse: z.string().max(300_000).default('').describe('Response of the identity provider, in base64.'),
  RelayState: z
    .string()
    .max(1000)
    .default('')
    .describe('State of the request. Without a request, a registered address of an application.'),
});

/** The query of the page for a response without a request, or nothing if no provider allows one. */
async function begunThere(deps: AccountDeps, asked: RouteRequest, posted: { response: string; relayState: string }) {
  const providers = await providersThatMayBegin(deps, posted);
  const [first] = providers;
  if (!first) return;
  try {
    return { state: await acceptUnsolicited(deps, asked, providers, posted) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason, code } = error;
    const context = { ...asked.context, action: 'login', protocol: 'saml' as const };
    const event = eventOfRefusal(context.action, code);
    const subject = { object: `provider admin/${first.name}`, outcome: 'refused', reason, event } as const;
    await record({ sql: deps.db }, context, subject);
    return { error: code };
  }
}

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
  redirects: true,
  body: emit(responseForm),
  async handle(asked) {
    const { context, body, http } = asked;
    const { SAMLResponse: response, RelayState: state } = parsed(responseForm, body);
    const requests = providerRequests(deps);
    const isOpen = await requests.isOpen(state, context.now);
    if (response && isOpen) await requests.attach(state, response, context.now);
    const query = (response && !isOpen && (await begunThere(deps, asked, { response, relayState: state }))) || {
      state,
    };
    const page = new URL(samlCallbackPath, deps.config.DOORWRIGHT_ORIGIN);
    for (const [name, value] of Object.entries(query)) if (value) page.searchParams.set(name, value);
    http.res.redirect(303, page.href);
    return { sent: true };
  },
});
