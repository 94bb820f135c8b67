import type { User } from '@doorwright/crds/kinds/user.ts';
import { weakFactorTypes } from '@doorwright/crds/options/second-factor.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { Sql } from '../../../db/knex.ts';
import { parsed, parsedStrictly } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { cachedObjectsOf } from '../../../kinds/cached-objects.ts';
import type { Verdict } from '../../contracts/factor.ts';
import { beginEnrolment, judgeEnrolment } from '../../factors/enrolment.ts';
import { applicationOfSession, requireFactor, self } from '../../factors/own-user.ts';
import { drawRecoveryCodes, storeRecoveryCodes } from '../../factors/recovery-codes.ts';
import { judgeFactorCode, sendFactorCode } from '../../factors/sent-code.ts';
import { forgetDevices, removeFactors, storeFactor } from '../../factors/stored-factors.ts';
import { forgetDevice } from '../../factors/trusted-devices.ts';
import { countWrong, forgive, refuseLocked } from '../../locks/guesses.ts';
import { stepGuesses } from '../../locks/limits.ts';
import { noteChange } from '../../notices/note-change.ts';
import type { AccountDeps } from '../../place/deps.ts';

const tag = 'Second factor';
const types = ['totp', ...weakFactorTypes] as const;
type Weak = (typeof weakFactorTypes)[number];

const beginForm = z.object({
  type: z
    .enum(types)
    .default('totp')
    .describe('`totp`: an app for codes. `email` and `phone`: codes to the own address.'),
});
const addForm = beginForm.extend({
  enrolment: z.string().max(1000).default('').describe('For an app, `enrolment` of begin-factor.'),
  code: z.string().max(20).describe('The first code of the app, or the code that was sent.'),
});
const removeForm = z.object({ type: z.enum(types).describe('Type of the factor.') });

const forgetForm = z.object({
  device: z.string().max(100).default('').describe('`id` of the browser in get-factors. By default all of them.'),
});

const recoveryCodes = { type: 'array', items: { type: 'string' }, description: 'New recovery codes, shown this once.' };

/** Routes by which users set up and remove their own second factors. */
export function ownFactorRoutes(deps: AccountDeps): Route[] {
  const { db, box } = deps;
  const rulesOf = async ({ owner }: User) => {
    const organization = await cachedObjectsOf(deps).organizationNamed(owner);
    if (!organization) throw new Refusal('not-found', { kind: 'Organization', id: owner });
    return organization;
  };

  /** The own address that gets the codes. The code proves it, and no request can name another one. */
  async function destinationOf(user: User, type: Weak): Promise<string> {
    const { weakSecondFactors } = await rulesOf(user);
    const destination = user[type];
    if (!weakSecondFactors.includes(type) || !destination) throw new Refusal('factor-missing');
    return destination;
  }

  async function newRecoveryCodes(sql: Sql, user: User, now: Date): Promise<string[]> {
    const codes = drawRecoveryCodes();
    await storeRecoveryCodes(sql, deps, user, codes, now);
    return codes;
  }

  const sendingOf = async (context: RequestContext, user: User, language: string | undefined) => ({
    ...{ context, user, language },
    application: await applicationOfSession(deps, context),
  });

  async function judged(context: RequestContext, user: User, form: z.output<typeof addForm>): Promise<Verdict> {
    const { type, enrolment, code } = form;
    const { now } = context;
    if (type === 'totp') return judgeEnrolment(deps, { user, enrolment, code, now });
    const destination = await destinationOf(user, type);
    const sending = await sendingOf(context, user, undefined);
    const { isRight, whyNot, useUp } = await judgeFactorCode(deps, type, sending, { destination, code });
    if (!isRight) return { isRight, refusal: await whyNot() };
    return {
      isRight,
      async useUp(sql) {
        await useUp(sql);
        await storeFactor(sql, deps, user, { type, destination }, now);
      },
    };
  }

  const beginFactor: Route = {
    method: 'POST',
    path: '/api/begin-factor',
    summary:
      'Draws the secret of an app for one-time codes, or sends a code. Nothing is stored until add-factor proves it.',
    tag,
    permission: 'signedIn',
    freshProof: true,
    body: emit(beginForm),
    answer: {
      data: {
        type: 'object',
        properties: { secret: { type: 'string' }, uri: { type: 'string' }, enrolment: { type: 'string' } },
      },
    },
    async handle({ context, body, http }) {
      const { type } = parsed(beginForm, body);
      const user = await self(deps, context);
      await requireFactor(deps, context, user);
      if (type !== 'totp') {
        const destination = await destinationOf(user, type);
        await sendFactorCode(deps, type, await sendingOf(context, user, http.res.locals.language), destination);
        return { data: {} };
      }
      const { displayName, name } = await rulesOf(user);
      return { data: beginEnrolment(box, user, displayName || name, context.now) };
    },
  };

  const addFactor: Route = {
    method: 'POST',
    path: '/api/add-factor',
    summary: 'Sets up a second factor by its first code. data has recovery codes, if the user had none.',
    tag,
    permission: 'signedIn',
    freshProof: true,
    body: emit(addForm),
    answer: { data: recoveryCodes },
    async handle({ context, body, http }) {
      const { language } = http.res.locals;
      const form = parsedStrictly(addForm, body);
      const user = await self(deps, context);
      await requireFactor(deps, context, user);
      const { now } = context;
      const counters = stepGuesses('new factor', user, context.clientIp);
      await refuseLocked(db, counters, now);
      const verdict = await judged(context, user, form);
      if (!verdict.isRight) {
        await countWrong(db, counters, now);
        throw verdict.refusal;
      }
      const data = await db.transaction(async (sql) => {
        await verdict.useUp?.(sql);
        await forgive(sql, counters, now);
        await noteChange(sql, deps, context, user, {
          ...{ reason: `${form.type} added`, letter: 'factorAdded', factor: form.type, language },
        });
        return user.secondFactors.includes('recovery') ? [] : newRecoveryCodes(sql, user, now);
      });
      return { data };
    },
  };

  const deleteFactor: Route = {
    method: 'POST',
    path: '/api/delete-factor',
    summary: 'Removes a second factor of the caller. The last one takes recovery codes and trusted browsers with it.',
    tag,
    permission: 'signedIn',
    freshProof: true,
    body: emit(removeForm),
    async handle({ context, body, http }) {
      const { language } = http.res.locals;
      const { type } = parsedStrictly(removeForm, body);
      const user = await self(deps, context);
      if (!user.secondFactors.includes(type)) throw new Refusal('factor-missing');
      await requireFactor(deps, context, user);
      const rest = user.secondFactors.filter((each) => each !== type && each !== 'recovery');
      await db.transaction(async (sql) => {
        await removeFactors(sql, deps, user, rest.length > 0 ? type : undefined);
        await noteChange(sql, deps, context, user, {
          ...{ reason: `${type} removed`, letter: 'factorRemoved', factor: type, language },
        });
      });
      return {};
    },
  };

  const renewRecoveryCodes: Route = {
    method: 'POST',
    path: '/api/new-recovery-codes',
    summary: 'Replaces the recovery codes of the caller. data has the new ones, this once.',
    tag,
    permission: 'signedIn',
    freshProof: true,
    answer: { data: recoveryCodes },
    async handle({ context, http }) {
      const { language } = http.res.locals;
      const user = await self(deps, context);
      if (user.secondFactors.every((each) => each === 'recovery')) throw new Refusal('factor-missing');
      await requireFactor(deps, context, user);
      const data = await db.transaction(async (sql) => {
        const codes = await newRecoveryCodes(sql, user, context.now);
        await noteChange(sql, deps, context, user, {
          ...{ reason: 'recovery codes renewed', letter: 'recoveryCodesMade', language },
        });
        return codes;
      });
      return { data };
    },
  };

  const untrustDevices: Route = {
    method: 'POST',
    path: '/api/forget-trusted-devices',
    summary: 'Ends the trust in one browser of the caller, or in all. They ask for the second factor again.',
    tag,
    permission: 'signedIn',
    body: emit(forgetForm),
    async handle({ context, body, http }) {
      const { language } = http.res.locals;
      const { device } = parsed(forgetForm, body ?? {});
      const user = await self(deps, context);
      await db.transaction(async (sql) => {
        if (!device) await forgetDevices(sql, deps, user);
        else if (!(await forgetDevice(sql, deps, user, device)))
          throw new Refusal('not-found', { kind: 'TrustedDevice', id: device });
        await noteChange(sql, deps, context, user, {
          reason: device ? 'trusted device forgotten' : 'trusted devices forgotten',
          event: '',
          letter: 'browserForgotten',
          language,
        });
      });
      return {};
    },
  };

  return [beginFactor, addFactor, deleteFactor, renewRecoveryCodes, untrustDevices];
}
