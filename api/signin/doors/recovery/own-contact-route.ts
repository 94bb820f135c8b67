import type { User } from '@doorwright/crds/kinds/user.ts';
import type { AccountItem } from '@doorwright/crds/options/account-items.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { announceWhenCommitted } from '../../../core/cache/changes.ts';
import { administers, type Caller } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { record } from '../../../core/objects/history/records.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../../core/objects/rules/organization-named.ts';
import { translateConflict } from '../../../core/objects/storage/conflicts.ts';
import { unlessOwed } from '../../../core/owed-proof.ts';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { refuseOwnedBySource } from '../../../kinds/user/source-fields.ts';
import { proveCode } from '../../codes/prove.ts';
import { checkContact, contactMeant } from '../../codes/receiver.ts';
import { tellUser } from '../../notices/account-notice.ts';
import type { PortalDeps } from '../../place/portal-deps.ts';

const resetForm = z.object({
  type: z.enum(['email', 'phone']).describe('Contact that changes.'),
  dest: z.string().min(1).max(254).describe('The new address or number.'),
  code: z.string().max(20).default('').describe('The code that was sent to it.'),
});

/** Changes a user's own email or phone, after a code has proved the new one (S29). A letter to the old email tells them. */
export function ownContactRoute(deps: PortalDeps): Route {
  const { db, store, registry } = deps;

  function refuseByRule(
    type: 'email' | 'phone',
    items: readonly AccountItem[],
    caller: Caller & { type: 'user' },
  ): void {
    const field = type === 'email' ? 'Email' : 'Phone';
    const rule = items.find(({ name, visible }) => name === field && visible)?.modifyRule ?? 'Admin';
    if (rule === 'Self' || (rule === 'Admin' && administers(caller, caller.owner))) return;
    throw unlessOwed(
      caller,
      new Refusal('field-rule', { field }, { fields: [{ field: type, code: 'not-changeable' }] }),
    );
  }

  return {
    method: 'POST',
    path: '/api/reset-email-or-phone',
    summary: "Changes the caller's own email or phone to one that a code has proved.",
    tag: 'Account',
    permission: 'signedIn',
    freshProof: true,
    body: emit(resetForm),
    handle: async ({ context, body, http }) => {
      const form = parsed(resetForm, body);
      const { caller, now } = context;
      // A session by the master password could take the account over, and so could an application with a token.
      if (caller.type !== 'user' || caller.impersonated || !caller.session) throw new Refusal('unauthorized');
      const { owner, name } = caller;
      const organization = await organizationNamed(owner, { sql: db, store });
      if (!organization) throw new Refusal('not-found', { kind: 'Organization', id: owner });
      refuseByRule(form.type, organization.accountItems, caller);
      const dest = contactMeant(form.type, form.dest, organization);
      checkContact(form.type, dest, organization);
      context.about = { organization: owner, object: `user ${owner}/${name}` };
      const claim = { organization: owner, application: '', purpose: 'reset', destination: dest, user: name } as const;
      const useUp = await proveCode(deps, claim, form.code, context);
      try {
        await db.transaction(async (sql) => {
          await useUp(sql);
          const before = (await store('user').find(sql, owner, name, 'forNoKeyUpdate')) as unknown as User | undefined;
          if (!before) throw new Refusal('sign-in-first');
          await refuseOwnedBySource({ ...before, [form.type]: dest } as unknown as Draft, before as unknown as Draft, {
            sql,
          });
          await sql(store('user').table)
            .where({ owner, name })
            .update({
              [form.type]: dest,
              [`${form.type}_verified`]: true,
              version: db.raw('version + 1'),
            });
          announceWhenCommitted(sql, 'user', `${owner}/${name}`);
          const { language } = http.res.locals;
          await tellUser(sql, deps, { user: before, to: before.email, subject: `${form.type}Changed`, language });
          await record({ sql }, { ...context, now }, context.about ?? {});
        });
      } catch (error) {
        throw translateConflict(registry.named('user'), error);
      }
      return {};
    },
  };
}
