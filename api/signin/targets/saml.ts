import type { Application } from '@doorwright/crds/kinds/application.ts';
import escapeHtml from 'escape-html';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { SamlAuthority, SamlRequest, SamlResponse } from '../contracts/saml-authority.ts';
import type { Query, SignInTarget, TargetForm } from '../contracts/target.ts';
import type { AccountDeps } from '../place/deps.ts';

const fields = {
  samlRequest: z
    .string()
    .max(300_000)
    .optional()
    .describe('For the type `saml`, the request of a service provider as it came, in base64.'),
};

type SamlForm = TargetForm & z.output<z.ZodObject<typeof fields>>;

/** An answer for our page: a form that posts the response, or the address that takes it along. */
export function carried({ response, acs, relayState, isInAddress }: SamlResponse): string {
  const members = { SAMLResponse: response, ...(relayState && { RelayState: relayState }) };
  if (isInAddress) return `${acs}${acs.includes('?') ? '&' : '?'}${new URLSearchParams(members)}`;
  const inputs = Object.entries(members).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<form id="posted" method="post" action="${escapeHtml(acs)}">${inputs.join('')}</form>`;
}

interface Deps extends Pick<AccountDeps, 'db' | 'store'> {
  saml: SamlAuthority;
}

/** A service provider of SAML. Our page has its request sealed in its address; a program sends it in the form. */
export function createSamlTarget(deps: Deps): SignInTarget {
  const { saml } = deps;

  async function applicationNamed(name: string): Promise<Application> {
    const application = await cachedObjectsOf(deps).applicationNamed(name);
    if (!application) throw new Refusal('not-found', { kind: 'Application', id: name });
    return application;
  }

  async function requestIn(query: Query, { application: name, samlRequest }: SamlForm) {
    if (query.saml !== undefined) {
      const request = saml.opened(query.saml);
      if (!request) throw new Refusal('saml-request-unknown');
      return { application: await applicationNamed(request.application), request, isOfPage: true };
    }
    const { SAMLRequest = samlRequest ?? '', RelayState, SigAlg, Signature } = query;
    const application = await applicationNamed(name);
    const signed = { SAMLRequest, RelayState, SigAlg, Signature };
    const given = Object.entries(signed).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const rawQuery = given.map(([part, value]) => `${part}=${encodeURIComponent(value)}`).join('&');
    const message = { SAMLRequest, RelayState, binding: 'either', rawQuery } as const;
    return { application, request: saml.judge(application, message), isOfPage: false };
  }

  const answerOf = (response: SamlResponse, isOfPage: boolean) =>
    isOfPage ? { data: '', data2: carried(response) } : { data: response.response, data2: response.acs };

  return {
    name: 'saml',
    protocol: 'saml',
    query: {
      saml: { about: 'For the type `saml`, the request that opened the page.' },
      SAMLRequest: { about: 'For the type `saml`, the request of a service provider, in place of `samlRequest`.' },
      RelayState: { about: 'State of the service provider, which its signature covers.' },
      SigAlg: { about: 'Algorithm of its signature.' },
      Signature: { about: 'Signature of the request.' },
    },
    fields,
    asks: ({ saml: sealed }) => (sealed === undefined ? undefined : 'saml'),
    continuesSession: true,
    async open(query, form) {
      if (form.type !== 'saml') return;
      const { application, request, isOfPage } = await requestIn(query, form);
      return {
        application,
        check: async () => goneIn(application, request),
        question: async () => undefined,
        scopes: async () => saml.scopes(application),
        wanted: () => saml.wanted(request),
        async give(arrival) {
          const found = await saml.give(request, arrival);
          if ('given' in found) {
            const answer = answerOf(found.given, isOfPage);
            return found.isDeclined ? { answer, isDeclined: true } : { answer };
          }
          if (found.missing === 'consent')
            return { refusal: new Refusal('consent-required'), reason: 'consent_required' };
          return { refusal: new Refusal('sign-in-first'), reason: 'login_required' };
        },
      };
    },
  };

  function goneIn(application: Application, request: SamlRequest) {
    try {
      saml.refuseGone(application, request);
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, params } = error;
      return (data?: unknown) => new Refusal(code, params, { data });
    }
  }
}
