import { Refusal } from '../../core/errors.ts';
import type { Route } from '../../http/route.ts';
import { postingPath } from '../../providers/saml/request/begin.ts';
import type { AccountDeps } from '../../signin/place/deps.ts';
import { providerRequests } from '../../signin/services/requests.ts';
import { drawPage } from '../pages/draw-page.ts';
import { wordsIn } from '../pages/page-words.ts';
import { postingBody, postingScript } from '../pages/posting-page.ts';

/** The page that posts a request to an identity provider (SAML Bindings 2.0, 3.5). Only the browser that began the request gets it. */
export const postingRoute = (deps: AccountDeps): Route => ({
  method: 'GET',
  path: postingPath,
  summary: 'A page that posts the request of this browser to a SAML identity provider.',
  tag: 'Account',
  permission: 'anyone',
  query: { state: { about: 'State of the request.', required: true } },
  file: 'text/html',
  async handle({ context, query: { state = '' }, http: { req, res } }) {
    const requests = providerRequests(deps);
    const { kept } = await requests.look({ state, browser: requests.browserOf(req), now: context.now });
    const { form, action } = kept;
    if (!form || !action) throw new Refusal('provider-request-unknown');
    const words = await wordsIn(req, undefined);
    const body = postingBody(words, action, { SAMLRequest: form, RelayState: state });
    const page = drawPage(words, { title: words.say('goingOn'), body, script: postingScript });
    res.set(page.headers).type('html').send(page.html);
    return { sent: true };
  },
});
