import { emit } from '@doorwright/crds/derive/schema.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { z } from 'zod';
import { authorize } from '../../core/authorize.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/records.ts';
import { record } from '../../core/objects/records.ts';
import type { Sql } from '../../db/knex.ts';
import type { Route } from '../../http/route.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { AccountDeps } from '../deps.ts';
import { countWrong, forgive, refuseLocked } from '../locks/guesses.ts';
import { stepGuesses } from '../locks/limits.ts';
import { parsedStrictly } from '../parsed-form.ts';
import { beginEnrolment, judgeEnrolment } from './enrolment.ts';
import { drawRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts';
import { forgetDevices, removeFactors } from './stored-factors.ts';

const tag = 'Second factor';
const named = z.string().min(1).max(100);

const enrolForm = z.object({
  enrolment: z.string().min(1).max(1000).describe('`enrolment` of begin-factor.'),
  code: z.string().max(20).describe('The first code of the app.'),
});
const removeForm = z.object({ type: z.enum(['totp', 'email', 'phone']).describe('Type of the factor.') });
const holderForm = z.object({
  owner: named.describe('Organization of the user.'),
  name: named.describe('Name of the user.'),
});

const shown = z.object({
  type: z.string().describe('`totp`, `passkey`, `email`, `phone` or `recovery`.'),
  createdTime: z.string().describe('When it was set up.'),
  usedTime: z.string().describe('When it was last used, or empty.'),
  left: z.int().describe('For recovery codes, the number of unused ones.'),
});
const device = z.object({
  createdTime: z.string(),
  expireTime: z.string(),
  clientIp: z.string(),
  userAgent: z.string(),
});
const recoveryCodes = { type: 'array', items: { type: 'string' }, description: 'New recovery codes, shown this once.' };

/** Routes by which users set up and remove their second factors, and administrators see and reset them. */
export function factorRoutes(deps: AccountDeps): Route[] {
  const { db, store, box } = deps;

  async function userNamed(owner: string, name: string): Promise<User> {
    const user = (await store('user').find(db, owner, name)) as unknown as User | undefined;
    if (!user) throw new Refusal('not-found', { kind: 'User', id: `${owner}/${name}` });
    return user;
  }

  /** The caller themselves. A program with a token, and a person with the master password, set up no factor. */
  async function self({ caller }: RequestContext): Promise<User> {
    if (caller.type !== 'user' || !caller.session) throw new Refusal('unauthorized');
    if (caller.impersonated) throw new Refusal('impersonated');
    return userNamed(caller.owner, caller.name);
  }

  const note = (sql: Sql, context: RequestContext, { owner, name }: User, reason: string) =>
    record({ sql, store }, context, { organization: owner, object: `user ${owner}/${name}`, reason });

  async function newRecoveryCodes(sql: Sql, user: User, now: Date): Promise<string[]> {
    const codes = drawRecoveryCodes();
    await storeRecoveryCodes(sql, deps, user, codes, now);
    return codes;
  }

  const getFactors: Route = {
    method: 'GET',
    path: '/api/get-factors',
    summary: 'Lists the second factors of a user, without their secrets. data2 has the trusted browsers.',
    tag,
    permission: 'signedIn',
    query: { id: { about: 'owner/name of the user. By default the caller.' } },
    answer: { data: { type: 'array', items: emit(shown) }, data2: { type: 'array', items: emit(device) } },
    async handle({ context: { caller, now }, query: { id } }) {
      const own = caller.type === 'user' ? [caller.owner, caller.name] : [];
      const [owner = '', name = ''] = id ? id.split('/') : own;
      authorize('self', caller, { organization: owner, user: { owner, name } });
      const user = await userNamed(owner, name);
      const at = { owner, user: user.name };
      const [factors, devices] = await Promise.all([
        db(store('factor').table).where(at).orderBy('created_time'),
        db(store('trusted-device').table).where(at).andWhere('expire_time', '>', now).orderBy('created_time'),
      ]);
      return {
        data: factors.map(({ type, created_time, used_time, digests }) => ({
          type,
          createdTime: created_time.toISOString(),
          usedTime: used_time?.toISOString() ?? '',
          left: digests.length,
        })),
        data2: devices.map(({ created_time, expire_time, client_ip, user_agent }) => ({
          createdTime: created_time.toISOString(),
          expireTime: expire_time.toISOString(),
          clientIp: client_ip,
          userAgent: user_agent,
        })),
      };
    },
  };

  const beginFactor: Route = {
    method: 'POST',
    path: '/api/begin-factor',
    summary: 'Draws the secret of an app for one-time codes. Nothing is stored until add-factor proves it.',
    tag,
    permission: 'signedIn',
    freshProof: true,
    answer: {
      data: {
        type: 'object',
        properties: { secret: { type: 'string' }, uri: { type: 'string' }, enrolment: { type: 'string' } },
      },
    },
    async handle({ context }) {
      const user = await self(context);
      const organization = await cachedObjectsOf(deps).organizationNamed(user.owner);
      const issuer = organization?.displayName || user.owner;
      return { data: beginEnrolment(box, user, issuer, context.now) };
    },
  };

  const addFactor: Route = {
    method: 'POST',
    path: '/api/add-factor',
    summary: 'Sets up an app for one-time codes by its first code. data has recovery codes, if the user had none.',
    tag,
    permission: 'signedIn',
    freshProof: true,
    body: emit(enrolForm),
    answer: { data: recoveryCodes },
    async handle({ context, body }) {
      const form = parsedStrictly(enrolForm, body);
      const user = await self(context);
      const { now } = context;
      context.about = { organization: user.owner, object: `user ${user.owner}/${user.name}` };
      const counters = stepGuesses('new factor', user.id, context.clientIp);
      await refuseLocked(db, counters, now);
      const verdict = judgeEnrolment(deps, { user, ...form, now });
      if (!verdict.isRight) {
        await countWrong(db, counters, now);
        throw verdict.refusal;
      }
      const data = await db.transaction(async (sql) => {
        await verdict.useUp?.(sql);
        await forgive(sql, counters, now);
        await note(sql, context, user, 'totp added');
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
    async handle({ context, body }) {
      const { type } = parsedStrictly(removeForm, body);
      const user = await self(context);
      context.about = { organization: user.owner, object: `user ${user.owner}/${user.name}` };
      if (!user.secondFactors.includes(type)) throw new Refusal('factor-missing');
      const rest = user.secondFactors.filter((each) => each !== type && each !== 'recovery');
      await db.transaction(async (sql) => {
        await removeFactors(sql, deps, user, rest.length > 0 ? type : undefined);
        await note(sql, context, user, `${type} removed`);
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
    async handle({ context }) {
      const user = await self(context);
      context.about = { organization: user.owner, object: `user ${user.owner}/${user.name}` };
      if (user.secondFactors.every((each) => each === 'recovery')) throw new Refusal('factor-missing');
      const data = await db.transaction(async (sql) => {
        const codes = await newRecoveryCodes(sql, user, context.now);
        await note(sql, context, user, 'recovery codes renewed');
        return codes;
      });
      return { data };
    },
  };

  const untrustDevices: Route = {
    method: 'POST',
    path: '/api/forget-trusted-devices',
    summary: 'Ends the trust in all browsers of the caller. They ask for the second factor again.',
    tag,
    permission: 'signedIn',
    async handle({ context }) {
      const user = await self(context);
      await db.transaction(async (sql) => {
        await forgetDevices(sql, deps, user);
        await note(sql, context, user, 'trusted devices forgotten');
      });
      return {};
    },
  };

  const resetFactors: Route = {
    method: 'POST',
    path: '/api/reset-factors',
    summary: 'Removes all second factors, recovery codes and trusted browsers of a user who has lost them.',
    tag,
    permission: 'organizationAdmin',
    freshProof: true,
    body: emit(holderForm),
    async handle({ context, body }) {
      const { owner, name } = parsedStrictly(holderForm, body);
      authorize('organizationAdmin', context.caller, { organization: owner });
      const user = await userNamed(owner, name);
      context.about = { organization: owner, object: `user ${owner}/${name}` };
      await db.transaction(async (sql) => {
        await removeFactors(sql, deps, user);
        await note(sql, context, user, 'second factors reset');
      });
      return {};
    },
  };

  return [getFactors, beginFactor, addFactor, deleteFactor, renewRecoveryCodes, untrustDevices, resetFactors];
}
