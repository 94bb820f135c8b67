import type { Application } from '@doorwright/crds/kinds/application.ts';
import escapeHtml from 'escape-html';
import { Refusal } from '../../core/errors.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { type CasServer, withTicket } from '../contracts/cas-server.ts';
import type { SignInTarget } from '../contracts/target.ts';
import type { AccountDeps } from '../place/deps.ts';
import { consentIn } from '../steps/consent.ts';

export type CasDeps = Pick<AccountDeps, 'db' | 'store'> & { cas: CasServer };

/** `organization/application`, as addresses of CAS have it, or the name of the application alone. */
async function applicationIn(deps: Pick<CasDeps, 'db' | 'store'>, id: string): Promise<Application | undefined> {
  const [name = '', organization] = id.split('/').reverse();
  const application = await cachedObjectsOf(deps).applicationNamed(name);
  return organization === undefined || organization === application?.organization ? application : undefined;
}

/** A page of ours posts this form. */
const formOf = (service: string, ticket: string) =>
  `<form method="post" action="${escapeHtml(service)}"><input type="hidden" name="ticket" value="${escapeHtml(ticket)}"></form>`;

/** A flag of CAS is set by any value. */
const isSet = (value: string | undefined) => value !== undefined && value !== '' && value !== 'false';

/** A service of CAS, which gets a ticket. Without a service, the user signs in to the browser alone. */
export const createCasTarget = (deps: CasDeps): SignInTarget => ({
  name: 'cas',
  protocol: 'cas',
  query: {
    service: { about: 'Address of a CAS service. The sign-in gives it a ticket.' },
    renew: { about: 'The CAS service wants a new proof of the identity.' },
    method: { about: '`POST`: the browser posts the ticket to the CAS service.' },
  },
  continuesSession: true,
  async afterSignOut({ service = '' }, { type, application: id }) {
    if (type !== 'cas') return;
    const application = await applicationIn(deps, id);
    // A sign-out happens whether or not its application is still there (S22).
    if (!application) return;
    if (service && !deps.cas.refusal(application, service)) return service;
    return `/cas/${encodeURIComponent(application.organization)}/${encodeURIComponent(application.name)}/login`;
  },
  async open({ service = '', renew, method }, { type, application: id }) {
    if (type !== 'cas') return;
    const { cas } = deps;
    const application = await applicationIn(deps, id);
    if (!application) throw new Refusal('not-found', { kind: 'Application', id: id.slice(0, 200) });
    return {
      application,
      async check() {
        const refused = cas.refusal(application, service);
        return refused && ((data) => cas.refusal(application, service, data) ?? refused);
      },
      question: async () => undefined,
      scopes: async () => cas.scopes(application),
      async give({ session, isFresh, answers, asked }) {
        if (!service) return { answer: { data: '' }, keepsSession: true };
        const isAgreed = consentIn(answers);
        // CAS has no error for this. The service gets its user back without a ticket.
        if (isAgreed === false && application.requireConsent)
          return { answer: { data: '', data2: service }, isDeclined: true };
        const given = await cas.ticketFor({
          ...{ application, service, session, isFresh, renew: isSet(renew), now: asked.context.now },
          ...{ hasAnswered: Object.keys(answers).length > 0, isAgreed: isAgreed === true },
        });
        if ('refusal' in given) return given;
        const { ticket } = given;
        return {
          answer: {
            data: ticket,
            data2: method?.toUpperCase() === 'POST' ? formOf(service, ticket) : withTicket(service, ticket),
          },
        };
      },
    };
  },
});
