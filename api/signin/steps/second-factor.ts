import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { Verdict } from '../contracts/factor.ts';
import type { HalfSignIn, StepBeforeSession } from '../contracts/step.ts';
import { beginEnrolment } from '../factors/enrolment.ts';
import { judgeNewFactor, newFactorsFor } from '../factors/new-at-sign-in.ts';
import { type Need, needOf } from '../factors/policy.ts';
import { factorsOf, isRepetition } from '../factors/registry.ts';
import { isTrusted, trustDevice } from '../factors/trusted-devices.ts';
import type { NamedFactor } from '../notices/account-notice.ts';
import { noteChange } from '../notices/note-change.ts';
import type { AccountDeps } from '../place/deps.ts';

const fields = {
  factor: z
    .string()
    .max(20)
    .optional()
    .describe('Name of the second factor that the answer is for, or of the new one.'),
  factorCode: z.string().max(50).optional().describe('Code of the second factor.'),
  factorCredential: z
    .string()
    .max(20_000)
    .optional()
    .describe('Answer of a passkey as the second factor, or of a new one, as JSON.'),
  enrolment: z.string().max(1000).optional().describe('`enrolment` of the question, to set up an app with the code.'),
  enrolLater: z.boolean().optional().describe('Set up a second factor later, within the grace period.'),
  trustDevice: z.boolean().optional().describe('Trust this browser for the time that the organization allows.'),
};

type Answers = z.output<z.ZodObject<typeof fields>>;

async function situationOf(deps: AccountDeps, half: HalfSignIn) {
  const { user, application, context, wanted, proof, http } = half;
  const organization = await cachedObjectsOf(deps).organizationNamed(user.owner);
  if (!organization) throw new Refusal('step-missing');
  const trusts = () => isTrusted(deps, http?.req, user, context.now);
  const situation = { user, organization, application, wanted, proof, isTrusted: trusts, now: context.now };
  return { organization, need: await needOf(situation) };
}

/** The factors that add to what the user has proved. */
const usable = ({ user, proof }: HalfSignIn, organization: Organization) =>
  factorsOf(user, organization).filter((factor) => !isRepetition(factor, proof.amr));

/** A person who signed in with the master password sets up nothing for the user (S17). */
function enrolmentQuestion(
  { box }: AccountDeps,
  half: HalfSignIn,
  organization: Organization,
  { grace }: { grace?: Date },
) {
  const { user, isImpersonated, context } = half;
  if (isImpersonated) return new Refusal('impersonated');
  const issuer = organization.displayName || organization.name;
  const until = grace && { until: grace.toISOString() };
  const factors = newFactorsFor({ ...half, organization, amr: half.proof.amr });
  const data = { ...beginEnrolment(box, user, issuer, context.now), factors, ...until };
  return new Refusal('factor-enrol', {}, { data });
}

async function due(deps: AccountDeps, half: HalfSignIn): Promise<Refusal | undefined> {
  const { organization, need } = await situationOf(deps, half);
  if (need.is === 'nothing') return;
  const { trustedDeviceDays } = organization;
  if (need.is === 'enrolment') {
    // Within the grace period a new sign-in mentions it once, where somebody can answer.
    if (need.grace && half.session) return;
    if (need.grace && !half.http) return void (await beginGrace(deps, half.user, half.context.now)(deps.db));
    return enrolmentQuestion(deps, half, organization, need);
  }
  const factors = usable(half, organization).map((factor) => factor.name);
  if (factors.length === 0) return new Refusal('factor-other-method');
  return new Refusal('factor-required', {}, { data: { factors, trustDays: trustedDeviceDays } });
}

/** Notes the time of the first question, from which the grace period counts. */
function beginGrace({ store }: AccountDeps, user: User, now: Date) {
  const { owner, name } = user;
  const { table } = store('user');
  return async (sql: Sql) =>
    void (await sql(table)
      .where({ owner, name, second_factor_asked_time: null })
      .update({ second_factor_asked_time: now }));
}

async function judgeNew(
  deps: AccountDeps,
  half: HalfSignIn,
  { need, organization }: { need: Need & { is: 'enrolment' }; organization: Organization },
  answers: Answers,
): Promise<Verdict> {
  const { user, context, application, isImpersonated, holder, http } = half;
  const { now } = context;
  if (isImpersonated) throw new Refusal('impersonated');
  if (answers.enrolLater && need.grace) return { isRight: true, useUp: beginGrace(deps, user, now), amr: [] };
  const { factor = 'totp', enrolment = '', factorCode: code = '', factorCredential: credential = '' } = answers;
  if (!newFactorsFor({ ...half, organization, amr: half.proof.amr }).includes(factor))
    return { isRight: false, refusal: new Refusal('factor-missing') };
  const language = http?.res.locals.language;
  const proving = { context, user, application: application.name, holder, language };
  const verdict = await judgeNewFactor(deps, factor, proving, { code, credential, enrolment });
  if (!verdict.isRight) return verdict;
  const letter =
    factor === 'passkey'
      ? ({ letter: 'passkeyAdded' } as const)
      : ({ letter: 'factorAdded', factor: factor as NamedFactor } as const);
  const useUp = async (sql: Sql) => {
    await verdict.useUp?.(sql);
    await noteChange(sql, deps, context, user, { reason: `${factor} added`, ...letter, language });
  };
  return { ...verdict, useUp };
}

async function judge(deps: AccountDeps, half: HalfSignIn, answers: Answers): Promise<Verdict> {
  const { organization, need } = await situationOf(deps, half);
  if (need.is === 'enrolment') return judgeNew(deps, half, { need, organization }, answers);
  const { user, application, context, http } = half;
  const asked = usable(half, organization);
  const factor = answers.factor ? asked.find(({ name }) => name === answers.factor) : asked[0];
  if (!factor) return { isRight: false, refusal: new Refusal('code-wrong') };
  const language = http?.res.locals.language;
  const proving = { context, user, application: application.name, holder: half.holder, language };
  const { factorCode: code = '', factorCredential: credential = '' } = answers;
  const verdict = await factor.judge(deps, proving, { code, credential });
  if (!verdict.isRight) return verdict;
  const trusts = answers.trustDevice && organization.trustedDeviceDays > 0 && !half.isImpersonated;
  const useUp = async (sql: Sql) => {
    await verdict.useUp?.(sql);
    if (!trusts || !http) return;
    await trustDevice(sql, deps, { http, user, organization, context });
    await noteChange(sql, deps, context, user, {
      reason: 'trusted device added',
      event: '',
      letter: 'browserTrusted',
      language,
    });
  };
  return { isRight: true, useUp, amr: verdict.amr ?? factor.amr };
}

/** A second factor, where the rules of the organization, of the application or of the client want one. */
export const secondFactor: StepBeforeSession = {
  stands: 'before-session',
  name: 'second-factor',
  fields,
  due,
  judge: (deps, half, answers) => judge(deps, half, answers as Answers),
};
