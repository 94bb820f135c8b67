import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../../core/errors.ts';
import { record } from '../../../core/objects/history/records.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../../core/objects/rules/organization-named.ts';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { replacePassword } from '../../../kinds/user/chosen-password.ts';
import { attempts } from '../../browser/attempts.ts';
import { proveCode } from '../../codes/prove.ts';
import { mayRecover, recovering } from '../../codes/receiver.ts';
import { tellUser } from '../../notices/account-notice.ts';
import { choosePassword } from '../../passwords/choose-password.ts';
import { applicationNamed } from '../../place/applications.ts';
import { placeOf } from '../../place/place.ts';
import { placeFields } from '../../place/place-fields.ts';
import type { PortalDeps } from '../../place/portal-deps.ts';
import { refuseClosedRecovery } from '../../place/refuse-closed-recovery.ts';
import { guessed } from '../../recovery/guesses.ts';
import { recovery as purpose, proven as step } from '../../recovery/steps.ts';

const verifyForm = z.object({
  ...placeFields,
  username: z.string().min(1).max(254).describe('User name that get-email-and-phone got.'),
  type: z.enum(['email', 'phone']).describe('Way of the code.'),
  dest: z.string().min(1).max(254).describe('Address that send-verification-code got.'),
  code: z.string().max(20).default('').describe('The code.'),
});

const resetForm = z.object({
  newPassword: z
    .string()
    .default('')
    .describe('At least 8 characters, or 6 where the organization allows weak passwords, and no white space.'),
});

export function recoveryRoutes(deps: PortalDeps): Route[] {
  const { db, store } = deps;
  const way = attempts(deps);

  const verifyCode: Route = {
    method: 'POST',
    path: '/api/verify-code',
    summary: 'Second step of recovery: proves the code. Then this browser may set a new password for ten minutes.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    body: emit(verifyForm),
    handle: async ({ context, body, http }) => {
      const form = parsed(verifyForm, body);
      const { application, organization } = await placeOf(deps, form);
      const owner = organization.name;
      const asked = { type: form.type, dest: form.dest.trim(), checkUser: form.username.trim() };
      refuseClosedRecovery(application);
      const { user, ...wanted } = await recovering(deps, organization, asked);
      const object = user ? { object: `user ${owner}/${user}` } : {};
      context.about = { organization: owner, ...object };
      const claim = { organization: owner, application: application.name, purpose, user, ...wanted } as const;
      const useUp = await guessed(deps, claim, (open) => proveCode(deps, open, form.code, context), context.now);
      if (!user) throw new Refusal('code-wrong');
      await db.transaction(async (sql) => {
        await useUp(sql);
        const begun = { owner, user, application: application.name, purpose, steps: [step] };
        await way.begin(sql, http, begun, context.now);
        await record({ sql }, context, { organization: owner, ...object });
      });
      return {};
    },
  };

  const resetPassword: Route = {
    method: 'POST',
    path: '/api/reset-password',
    summary: 'Last step of recovery: sets a new password, and ends all sessions and tokens of the user.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    body: emit(resetForm),
    handle: async ({ context, body, http }) => {
      const { newPassword } = parsed(resetForm, body);
      const { caller, now } = context;
      const { owner, user: name, application: door } = await way.after(db, { req: http.req, purpose, now }, step);
      refuseClosedRecovery((await applicationNamed(deps, door)).application);
      context.about = { organization: owner, object: `user ${owner}/${name}` };
      const organization = await organizationNamed(owner, { sql: db, store });
      const present = (await store('user').find(db, owner, name)) as (Draft & User) | undefined;
      if (!organization || !present) throw new Refusal('step-missing');
      const choice = { user: present, password: newPassword, organization, now };
      const columns = await choosePassword(deps, choice);
      await db.transaction(async (sql) => {
        await way.end(sql, { req: http.req, purpose, now }, http.res);
        const user = (await store('user').find(sql, owner, name, 'forUpdate')) as (Draft & User) | undefined;
        // The user was forbidden or deleted after the code was proved.
        if (!mayRecover(user)) throw new Refusal('step-missing');
        await replacePassword({ ...deps, sql, caller, now }, user, columns, { organization });
        const { language } = http.res.locals;
        await tellUser(sql, deps, { user, to: user.email, subject: 'passwordChanged', language });
        await record({ sql }, context, {
          organization: owner,
          user: { owner, name },
          object: `user ${owner}/${name}`,
        });
      });
      return {};
    },
  };

  return [verifyCode, resetPassword];
}
