import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../../core/errors.ts';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route, RouteRequest } from '../../../http/route.ts';
import type { SamlDeps } from '../deps.ts';
import { leavePath, signOutPath } from '../names.ts';
import { orProblem } from '../or-problem.ts';
import { sendOn, showProblem } from '../show-page.ts';
import { nextOf, type Stop, withoutAnswer } from './chain.ts';
import { takeChain } from './kept-chain.ts';
import { showTelling } from './show-telling.ts';
import { type LogoutMessage, takeMessage } from './take-message.ts';

const form = z.object({
  SAMLRequest: z.string().max(300_000).optional().describe('A LogoutRequest, in base64.'),
  SAMLResponse: z.string().max(300_000).optional().describe('A LogoutResponse, in base64.'),
  RelayState: z.string().max(10_000).optional().describe('State of the sender.'),
});

type Fields = z.output<typeof form>;

const goTo = (http: RouteRequest['http'], { carried, told }: Stop) =>
  told ? showTelling(http, { carried, ...told }) : sendOn(http, carried);

function take(
  deps: SamlDeps,
  asked: RouteRequest,
  { SAMLRequest, SAMLResponse, RelayState = '' }: Fields,
  sent: Pick<LogoutMessage, 'binding' | 'rawQuery'>,
) {
  const name = SAMLRequest === undefined ? 'SAMLResponse' : 'SAMLRequest';
  const message = { text: SAMLRequest ?? SAMLResponse ?? '', name, relayState: RelayState, ...sent } as const;
  return orProblem(deps, asked, 'logout', async (application) =>
    goTo(asked.http, await takeMessage(deps, asked, application, message)),
  );
}

const application = { about: 'owner/name of the application.', required: true } as const;
const common = { path: signOutPath, tag: 'Account', permission: 'anyone', file: 'text/html', redirects: true } as const;

/** The single logout service. Browsers reach it under an address without a query. */
export const signOutRoutes = (deps: SamlDeps): Route[] => [
  {
    ...common,
    method: 'GET',
    summary: 'Takes a message about a sign-out at a SAML service provider from an address, and sends the browser on.',
    query: {
      application,
      SAMLRequest: { about: 'A LogoutRequest, compressed and in base64.' },
      SAMLResponse: { about: 'A LogoutResponse, compressed and in base64.' },
      RelayState: { about: 'State of the sender.' },
      SigAlg: { about: 'Algorithm of the signature.' },
      Signature: { about: 'Signature of the message.' },
    },
    handle: (asked) =>
      take(deps, asked, asked.query as Fields, {
        binding: 'Redirect',
        rawQuery: asked.http.req.url.split(/\?(.*)/s)[1] ?? '',
      }),
  },
  {
    ...common,
    method: 'POST',
    summary: 'Takes a message about a sign-out at a SAML service provider from a form, and sends the browser on.',
    fromOtherSites: true,
    query: { application },
    body: emit(form),
    handle: (asked) => take(deps, asked, parsed(form, asked.body), { binding: 'POST' }),
  },
  {
    method: 'GET',
    path: leavePath,
    summary: 'Sends the browser of a user who has signed out to the SAML service providers of the session.',
    tag: 'Account',
    permission: 'anyone',
    file: 'text/html',
    redirects: true,
    query: {
      chain: { about: 'The way that the sign-out began.', required: true },
      without: { about: 'Secret of the page that goes on without the answer of a service provider.' },
    },
    async handle({ context: { now }, query: { chain: id = '', without = '' }, http }) {
      try {
        const kept = await takeChain(deps.db, id, now);
        const chain = kept && withoutAnswer(kept, without);
        return await goTo(http, chain ? await nextOf(deps, chain, now) : { carried: '/logout' });
      } catch (error) {
        if (error instanceof Refusal) return showProblem(http, error);
        throw error;
      }
    },
  },
];
