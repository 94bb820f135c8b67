import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { rememberVisit } from '../../kinds/session/service-visits.ts';
import { type SessionUser, sessionUser } from '../../kinds/session/sessions.ts';
import { consentOf } from '../../kinds/token/consents.ts';
import type { SamlAuthority, SamlGiven, SamlRequest, SamlStatus } from '../../signin/contracts/saml-authority.ts';
import type { Arrival } from '../../signin/contracts/step.ts';
import type { AccountDeps } from '../../signin/place/deps.ts';
import { consentIn } from '../../signin/steps/consent.ts';
import { fieldsTold } from '../tokens/told-fields.ts';
import { toldUser } from '../tokens/told-user.ts';
import { issuerOf } from './issuer.ts';
import { beginRequest } from './request/begin-request.ts';
import { judgeRequest, serviceProviderOf } from './request/judge.ts';
import { openFor, useRequest } from './request/used-requests.ts';
import { scopesTold } from './response/attributes.ts';
import { goodResponse, refusedResponse, sessionIndexOf } from './response/give-response.ts';
import { classFor, wantedClasses } from './response/sign-in-class.ts';
import { formatFor, type Subject, subjectOf } from './response/subject.ts';
import { beginSignOut } from './sign-out/begin-sign-out.ts';

const purpose = 'saml request';

const sealedForm = z.object({
  ...{ application: z.string(), id: z.string(), service: z.string(), acs: z.string(), relayState: z.string() },
  ...{ isForced: z.boolean(), isPassive: z.boolean(), format: z.string(), comparison: z.string() },
  ...{ classes: z.array(z.string()), openedAt: z.number() },
});

/** Whether the user must agree first. A sign-in counts as consent, unless the application requires a separate one. */
async function owesConsent({ db }: AccountDeps, application: Application, session: SessionUser) {
  const { requireConsent, clientId } = application;
  if (!requireConsent) return false;
  const given = await consentOf(db, { accountId: session.userId, clientId });
  return scopesTold(application).some((scope) => !given.has(scope));
}

/** This installation as an identity provider of SAML. */
export function createSamlIdentityProvider(deps: AccountDeps & { now: () => Date }): SamlAuthority {
  const { db, store, box, config } = deps;
  const origin = config.DOORWRIGHT_ORIGIN;
  const answering = (application: Application, request: SamlRequest, now: Date) => ({
    ...{ application, request, now },
    provider: serviceProviderOf(application, request.service),
  });

  /** The assertion for a user who has done all that is asked for. */
  async function assertion(request: SamlRequest, arrival: Arrival, session: SessionUser): Promise<SamlGiven> {
    const { application } = arrival;
    const { now } = arrival.asked.context;
    const asked = answering(application, request, now);
    const refused = async (status: SamlStatus) => ({ given: await refusedResponse(asked, status, deps) });
    const user = (await store('user').find(db, session.owner, session.name)) as unknown as User;
    const fields = await fieldsTold(user, deps);
    const known = toldUser(user, application);
    const told = fields.has('email') ? known : { ...known, email: '' };
    const signInClass = classFor(request, session.amr);
    if (!signInClass) return refused({ code: 'Responder', detail: 'NoAuthnContext' });
    const format = formatFor(request.format, asked.provider);
    const parties = { issuer: issuerOf(application, origin), provider: asked.provider };
    const subject: Subject | undefined = format === undefined ? undefined : subjectOf(told, format, parties);
    if (!subject) return refused({ code: 'Requester', detail: 'InvalidNameIDPolicy' });
    const { service } = request;
    const index = sessionIndexOf(session.id, application.name, service);
    const given = await goodResponse(asked, { user, told, fields, subject, session, index, signInClass }, deps);
    const visit = {
      ...{ id: index, session: session.id, application: application.name, service },
      ...{ protocol: 'saml' as const, data: JSON.stringify({ index, subject }) },
    };
    const isLive = await db.transaction(async (sql) => {
      if (!(await rememberVisit(sql, visit, now))) return false;
      // Comes last, so that a request that gave nothing can be tried again.
      if (request.id && !(await useRequest(sql, request, now))) throw new Refusal('saml-request-unknown');
      return true;
    });
    if (!isLive) return { missing: 'sign-in' };
    return { given };
  }

  return {
    judge: (application, message) => judgeRequest(application, message, { origin, now: deps.now() }),
    begin: (application, wanted) => beginRequest(application, wanted, deps.now()),
    seal: (request) => Buffer.from(box.seal(JSON.stringify(request), purpose)).toString('base64url'),
    opened(sealed) {
      try {
        const text = box.open(Buffer.from(sealed, 'base64url').toString(), purpose);
        const request = sealedForm.parse(JSON.parse(text));
        return deps.now().getTime() - request.openedAt < openFor ? request : undefined;
      } catch {
        // Not ours, or sealed with a key that is gone.
        return;
      }
    },
    refuseGone(application, request) {
      const { acsUrls } = serviceProviderOf(application, request.service);
      if (!acsUrls.includes(request.acs)) throw new Refusal('saml-request-unknown');
    },
    wanted: wantedClasses,
    scopes: scopesTold,
    async give(request, arrival) {
      const { application, asked, answers, isFresh, session: cookie } = arrival;
      const { now } = asked.context;
      const session = await sessionUser(db, cookie, now);
      if (!session) return { missing: 'sign-in' };
      const isNew = isFresh || session.authenticatedTime.getTime() >= request.openedAt;
      if (request.isForced && !isNew) return { missing: 'sign-in' };
      const isAgreed = consentIn(answers);
      if (isAgreed === false) {
        const status = { code: 'Responder', detail: 'RequestDenied' } as const;
        const given = await refusedResponse(answering(application, request, now), status, deps);
        return { given, isDeclined: true };
      }
      if (!isAgreed && (await owesConsent(deps, application, session))) return { missing: 'consent' };
      return assertion(request, arrival, session);
    },
    signingOut: (from) => beginSignOut(deps, from, deps.now()),
    refuse: (application, request, status) =>
      refusedResponse(answering(application, request, deps.now()), status, deps),
  };
}
