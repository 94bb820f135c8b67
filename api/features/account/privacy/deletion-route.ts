import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import type { Caller } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { organizationNamed } from '../../../core/objects/rules/organization-named.ts';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { deleteFilesOf } from '../../../kinds/organization/deleted-files.ts';
import type { RouteDeps } from '../../../kinds/route-deps.ts';
import { tellUser } from '../../../signin/notices/account-notice.ts';
import { aboutOwn, changingCaller, type OwnCaller } from '../own-caller.ts';

const form = z.object({ name: z.string().max(100).describe('Name of the user, typed again as a confirmation.') });

/**
 * The rights for the deletion of one's own account. Here the organization lets its users do what only its administrators may do
 * elsewhere. They always act on their own id.
 */
const actingForThemselves = (caller: Caller): Caller =>
  caller.type === 'user' ? { ...caller, isAdmin: true } : caller;

/** Deletes the user's own account, where the organization allows it. */
export function deletionRoute({ db, store, registry, objects }: RouteDeps): Route {
  const kind = registry.named('user');

  async function refuseUnlessAllowed({ owner, name }: OwnCaller, typed: string): Promise<{ isKept: boolean }> {
    const organization = await organizationNamed(owner, { sql: db, store });
    if (!organization?.enableAccountDeletion) throw new Refusal('account-deletion-off');
    if (typed.trim() !== name) throw new Refusal('invalid', {}, { fields: [{ field: 'name', code: 'wrong' }] });
    return { isKept: organization.enableSoftDeletion };
  }

  return {
    method: 'POST',
    path: '/api/delete-account',
    summary: "Deletes the signed-in user's own account, if their organization allows it.",
    tag: 'Account',
    permission: 'signedIn',
    freshProof: true,
    body: emit(form),
    async handle({ context, body, http }) {
      const own = changingCaller(context.caller);
      const { owner, name } = own;
      context.about = aboutOwn(own);
      const { isKept } = await refuseUnlessAllowed(own, parsed(form, body).name);
      const acting = { ...context, caller: actingForThemselves(context.caller) };
      await objects.steps.writing(kind, acting, async (work) => {
        const user = (await store('user').find(work.sql, owner, name)) as unknown as User | undefined;
        if (!user) throw new Refusal('sign-in-first');
        await tellUser(
          work.sql,
          { db, store },
          {
            ...{ user, to: user.email, language: http.res.locals.language },
            subject: isKept ? 'accountMarkedDeleted' : 'accountDeleted',
          },
        );
        await objects.steps.remove(kind, acting, { owner, key: name }, work);
        if (!isKept) await deleteFilesOf(work.sql, user, context.now);
      });
      return {};
    },
  };
}
