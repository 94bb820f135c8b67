import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { authorize } from '../../../core/authorize.ts';
import { Refusal } from '../../../core/errors.ts';
import { type RequestContext, record } from '../../../core/objects/history/records.ts';
import { checkRightsOver } from '../../../core/objects/rules/check-rights.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import { parsedStrictly } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import {
  changePasskeys,
  deletePasskeys,
  fieldsWith,
  passkeysOf,
} from '../../../kinds/user/passkeys/stored-passkeys.ts';
import { hasWayIn } from '../../../kinds/user/way-in.ts';
import { noteChange } from '../../notices/note-change.ts';
import { keeperOf } from '../../passkeys/keeper.ts';
import { familyOf, modelOf, passkeyFamilies } from '../../passkeys/models.ts';
import type { KeeperDeps } from './keeper-deps.ts';

const tag = 'Passkeys';

const shown = z.object({
  id: z.string().describe('ID of the credential, in base64url.'),
  name: z.string().describe('Name that the user gave it, or that of its model. It may be empty.'),
  model: z.string().describe('Model of the authenticator, if it is well known.'),
  family: z.enum(passkeyFamilies).describe('What keeps it: a device, a security key or a password manager.'),
  isSynced: z.boolean().describe('It can be copied to other devices of the user.'),
  isBackedUp: z.boolean().describe('A copy exists beside the device.'),
  isSuspect: z.boolean().describe('Its counter went backwards, so somebody may have copied it.'),
  transports: z.array(z.string()).describe('How the browser reaches it.'),
  createdTime: z.string(),
  usedTime: z.string().describe('When it was last used, or empty.'),
});

const id = z.string().min(1).max(1400).describe('ID of the passkey.');
const renameForm = z.object({ id, name: z.string().trim().min(1).max(100).describe('New name.') });
const removeForm = z.object({
  id,
  user: z.string().max(201).default('').describe('owner/name of the user. By default the caller.'),
});

/** Routes by which users see, name and remove their passkeys, and administrators remove those of others. */
export function passkeyManageRoutes(deps: KeeperDeps): Route[] {
  const { db, store } = deps;

  /** The user whom an id names, or the caller. */
  async function userOf({ caller }: RequestContext, named: string): Promise<User> {
    const own = caller.type === 'user' ? [caller.owner, caller.name] : [];
    const [owner = '', name = ''] = named ? named.split('/') : own;
    authorize('self', caller, { organization: owner, user: { owner, name } });
    const user = (await store('user').find(db, owner, name)) as unknown as User | undefined;
    if (!user) throw new Refusal('not-found', { kind: 'User', id: `${owner}/${name}` });
    return user;
  }

  const missing = (passkey: string) => new Refusal('not-found', { kind: 'Passkey', id: passkey.slice(0, 100) });

  const getPasskeys: Route = {
    method: 'GET',
    path: '/api/get-passkeys',
    summary: 'Lists the passkeys of a user, without their keys.',
    tag,
    permission: 'signedIn',
    query: { id: { about: 'owner/name of the user. By default the caller.' } },
    answer: { data: { type: 'array', items: emit(shown) } },
    async handle({ context, query }) {
      const passkeys = await passkeysOf(db, deps, await userOf(context, query.id ?? ''));
      const data = passkeys.map((each) => ({
        ...{ id: each.id, name: each.label, model: modelOf(each.aaguid) ?? '', transports: each.transports },
        family: familyOf(each.aaguid, each),
        ...{ isSynced: each.isSynced, isBackedUp: each.isBackedUp, isSuspect: each.isSuspect },
        ...{ createdTime: each.createdTime, usedTime: each.usedTime },
      }));
      return { data };
    },
  };

  const renamePasskey: Route = {
    method: 'POST',
    path: '/api/rename-passkey',
    summary: 'Gives a passkey of the caller a name.',
    tag,
    permission: 'signedIn',
    body: emit(renameForm),
    async handle({ context, body }) {
      const form = parsedStrictly(renameForm, body);
      const { user } = await keeperOf(deps, context);
      const { owner, name } = user;
      await db.transaction(async (sql) => {
        const at = { owner, user: name, id: form.id };
        if ((await sql(store('passkey').table).where(at).update({ label: form.name })) === 0) throw missing(form.id);
        const about = { organization: owner, object: `user ${owner}/${name}` };
        await record({ sql }, context, { ...about, reason: `passkey renamed ${form.name}` });
      });
      return {};
    },
  };

  const deletePasskey: Route = {
    method: 'POST',
    path: '/api/delete-passkey',
    summary: 'Removes a passkey. Users keep their last way to sign in; administrators may remove it.',
    tag,
    permission: 'signedIn',
    freshProof: true,
    body: emit(removeForm),
    async handle({ context, body, http }) {
      const form = parsedStrictly(removeForm, body);
      const { caller } = context;
      const user = await userOf(context, form.user);
      const { owner, name } = user;
      const about = { organization: owner, object: `user ${owner}/${name}` };
      context.about = about;
      const isOwn = caller.type === 'user' && caller.owner === owner && caller.name === name;
      if (isOwn) await keeperOf(deps, context);
      else if (caller.type === 'user' && caller.impersonated) throw new Refusal('impersonated');
      else checkRightsOver(user as unknown as Draft, { caller });
      await db.transaction((sql) =>
        changePasskeys(sql, deps, user, async (present) => {
          const had = await passkeysOf(sql, deps, user);
          const removed = had.find((each) => each.id === form.id);
          if (!removed) throw missing(form.id);
          // A suspect one proves nothing any more, so nobody could prove anything to remove the last one.
          if (isOwn && !removed.isSuspect) await deps.requireFactor(context, user);
          const rest = fieldsWith(
            present,
            had.filter((each) => each !== removed),
          );
          if (isOwn && !(await hasWayIn({ sql, store }, { ...present, ...rest }))) throw new Refusal('passkey-last');
          await deletePasskeys(sql, deps, user, [form.id]);
          const reason = `passkey removed ${removed.label}`.trim();
          const { language } = http.res.locals;
          await noteChange(sql, deps, context, user, { reason, letter: 'passkeyRemoved', language });
        }),
      );
      return {};
    },
  };

  return [getPasskeys, renamePasskey, deletePasskey];
}
