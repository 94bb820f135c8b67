import type { Application } from '@doorwright/crds/kinds/application.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import type { RouteRequest } from '../../http/route.ts';
import { type SessionUser, sessionUser } from '../../kinds/session/sessions.ts';
import { addConsent } from '../../kinds/token/consents.ts';
import type { Arrival, StepAfterSession } from '../contracts/step.ts';
import type { AccountDeps } from '../place/deps.ts';

/** Keeps and records the consent of a session's user. With the master password, it holds for this sign-in alone (S17). */
async function agree(
  { db }: AccountDeps,
  { context }: RouteRequest,
  { user, application, scopes }: { user: SessionUser; application: Application; scopes: readonly string[] },
): Promise<void> {
  await db.transaction(async (sql) => {
    if (!user.isImpersonated)
      await addConsent(sql, { accountId: user.userId, clientId: application.clientId }, scopes, context.now);
    await record({ sql }, context, {
      organization: user.owner,
      user,
      object: `application ${application.owner}/${application.name}`,
      reason: `consent ${scopes.join(' ')}`,
      event: 'consent',
    });
  });
}

const fields = {
  consent: z.boolean().optional().describe('Answer of a signed-in user to an application that needs consent.'),
};

type Answers = z.output<z.ZodObject<typeof fields>>;

/** The user's answer, if they gave one. */
export const consentIn = (answers: Arrival['answers']): boolean | undefined => (answers as Answers).consent;

/** Records the answer, and keeps a consent. */
async function answer(deps: AccountDeps, { asked, application, session, answers, scopes }: Arrival): Promise<void> {
  const isAgreed = consentIn(answers);
  if (!application.requireConsent || isAgreed === undefined) return;
  const { db } = deps;
  const user = await sessionUser(db, session, asked.context.now);
  if (!user) return;
  if (isAgreed) await agree(deps, asked, { user, application, scopes: await scopes() });
  else
    await record({ sql: db }, asked.context, {
      organization: user.owner,
      user,
      object: `application ${application.owner}/${application.name}`,
      outcome: 'refused',
      reason: 'consent',
    });
}

/** The user agrees that an application gets their data. The authorization endpoint says when it needs that. */
export const consent: StepAfterSession = {
  stands: 'after-session',
  name: 'consent',
  fields,
  answer,
  due: async (_deps, { scopes }, reason) =>
    reason === 'consent_required'
      ? new Refusal('consent-required', {}, { data: { scopes: await scopes() } })
      : undefined,
};
