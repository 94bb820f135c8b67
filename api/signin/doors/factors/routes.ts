import { weakFactorTypes } from '@doorwright/crds/options/second-factor.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { authorize } from '../../../core/authorize.ts';
import { isUser } from '../../../core/callers.ts';
import { checkRightsOver } from '../../../core/objects/rules/check-rights.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import { parsedStrictly } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { cachedObjectsOf } from '../../../kinds/cached-objects.ts';
import { requireFactor, userNamed } from '../../factors/own-user.ts';
import { removeFactors } from '../../factors/stored-factors.ts';
import { shownDeviceId, trustedIdsOf } from '../../factors/trusted-devices.ts';
import { noteChange } from '../../notices/note-change.ts';
import type { AccountDeps } from '../../place/deps.ts';
import { ownFactorRoutes } from './own-routes.ts';

const tag = 'Second factor';
const named = z.string().min(1).max(100);

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
  id: z.string().describe('A name for the browser. It cannot be used as a cookie.'),
  isThis: z.boolean().describe('The browser of this request.'),
  createdTime: z.string(),
  expireTime: z.string(),
  clientIp: z.string(),
  userAgent: z.string(),
});
const more = z.object({
  devices: z.array(device).describe('Trusted browsers, which are not asked for the second factor.'),
  addable: z.array(z.string()).describe('Types that the user can set up.'),
});

/** Routes by which users set up and remove their second factors, and administrators see and reset them. */
export function factorRoutes(deps: AccountDeps): Route[] {
  const { db, store, config } = deps;

  const getFactors: Route = {
    method: 'GET',
    path: '/api/get-factors',
    summary: 'Lists the second factors of a user, without their secrets.',
    tag,
    permission: 'signedIn',
    query: { id: { about: 'owner/name of the user. By default the caller.' } },
    answer: { data: { type: 'array', items: emit(shown) }, data2: emit(more) },
    async handle({ context: { caller, now }, query: { id }, http }) {
      const own = caller.type === 'user' ? [caller.owner, caller.name] : [];
      const [owner = '', name = ''] = id ? id.split('/') : own;
      authorize('self', caller, { organization: owner, user: { owner, name } });
      const user = await userNamed(deps, owner, name);
      const weak = (await cachedObjectsOf(deps).organizationNamed(owner))?.weakSecondFactors ?? [];
      const at = { owner, user: user.name };
      const trusted = isUser(caller, owner, name) ? trustedIdsOf(http.req, config.DOORWRIGHT_ORIGIN, user) : [];
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
        data2: {
          devices: devices.map(({ id: deviceId, created_time, expire_time, client_ip, user_agent }) => ({
            id: shownDeviceId(deviceId),
            isThis: trusted.includes(deviceId),
            createdTime: created_time.toISOString(),
            expireTime: expire_time.toISOString(),
            clientIp: client_ip,
            userAgent: user_agent,
          })),
          addable: ['totp', ...weakFactorTypes.filter((type) => user[type] && weak.includes(type))],
        },
      };
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
    async handle({ context, body, http }) {
      const { owner, name } = parsedStrictly(holderForm, body);
      authorize('organizationAdmin', context.caller, { organization: owner });
      const user = await userNamed(deps, owner, name);
      context.about = { organization: owner, object: `user ${owner}/${name}` };
      // Nobody gives a right that they do not hold: an administrator of an organization opens no global administrator's account.
      checkRightsOver(user as unknown as Draft, context);
      if (isUser(context.caller, owner, name)) await requireFactor(deps, context, user);
      await db.transaction(async (sql) => {
        await removeFactors(sql, deps, user);
        const { language } = http.res.locals;
        await noteChange(sql, deps, context, user, {
          reason: 'second factors reset',
          letter: 'factorsReset',
          language,
        });
      });
      return {};
    },
  };

  return [getFactors, ...ownFactorRoutes(deps), resetFactors];
}
