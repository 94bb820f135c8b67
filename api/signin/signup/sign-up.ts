import type { User } from '@doorwright/crds/kinds/user.ts';
import { askedItems } from '@doorwright/crds/options/asked-items.ts';
import { type ErrorCode, Refusal } from '../../core/errors.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import { translateConflict } from '../../core/objects/storage/conflicts.ts';
import type { Sql } from '../../db/knex.ts';
import { refuseBreached } from '../../kinds/user/passwords/breached-passwords.ts';
import { userHooks } from '../../kinds/user/user.ts';
import { writeBackNewcomer } from '../../kinds/user/write-back-job.ts';
import { proveCode, type UseUp } from '../codes/prove.ts';
import { contactMeant } from '../codes/receiver.ts';
import { limits, spend } from '../locks/limits.ts';
import { storePasskey } from '../passkeys/store-passkey.ts';
import type { Place } from '../place/place.ts';
import type { PortalDeps } from '../place/portal-deps.ts';
import { checkForm, displayNameOf, type VisibleItem } from './checks.ts';
import type { SignupForm } from './form.ts';
import { nextId } from './incremental-id.ts';
import { refuseLookAlikes } from './look-alikes.ts';
import { ownAddress, parsedNewcomer } from './newcomer.ts';
import { besideField, wrongField } from './refuse-field.ts';
import { repeatedSignUp } from './repeated-sign-up.ts';
import { sendableItems } from './sendable-items.ts';
import { isByPasskey, passkeyOfSignUp } from './with-passkey.ts';

/** What a sign-up reads from its browser. */
interface SignUpBrowser {
  passkeyCookie?: string | undefined;
}

/** The members of the form that the application asks for. No other member counts (S4, S11). */
export function fieldsOf(form: SignupForm, visible: VisibleItem): Record<string, unknown> {
  const display = visible('Display name');
  const isSplit = display?.rule === 'First, last' && Boolean(form.firstName || form.lastName);
  return {
    ...(visible('Username') && { name: form.username }),
    ...(display && { displayName: isSplit ? displayNameOf(form) : form.name }),
    ...(isSplit && { firstName: form.firstName, lastName: form.lastName }),
    ...(display?.rule === 'Real name' && { realName: form.name }),
    ...(visible('Email') && { email: form.email }),
    ...(visible('Phone') && { phone: form.phone }),
    ...(visible('Affiliation') && { affiliation: form.affiliation }),
    ...(visible('Country/Region') && { region: form.region }),
    ...(visible('ID card') && { idCard: form.idCard }),
  };
}

/** Proves the given addresses, where the application requires that. */
export async function proven(
  deps: PortalDeps,
  form: SignupForm,
  claim: Omit<Parameters<typeof proveCode>[1], 'destination'>,
  context: RequestContext,
  visible: VisibleItem,
) {
  const isEmailProven =
    form.email !== '' && visible('Email') !== undefined && visible('Email')?.rule !== 'No verification';
  const isPhoneProven = form.phone !== '' && visible('Phone') !== undefined;
  const uses: UseUp[] = [];
  const prove = (destination: string, field: 'emailCode' | 'phoneCode') =>
    proveCode(deps, { ...claim, destination }, form[field], context).catch((error: unknown) => {
      throw error instanceof Refusal ? besideField(error, field) : error;
    });
  if (isEmailProven) uses.push(await prove(form.email, 'emailCode'));
  if (isPhoneProven) uses.push(await prove(form.phone, 'phoneCode'));
  const useUp = async (sql: Sql) => {
    for (const use of uses) await use(sql);
  };
  return { isEmailProven, isPhoneProven, useUp };
}

const taken: Record<string, readonly [ErrorCode, keyof SignupForm]> = {
  users_pkey: ['username-taken', 'username'],
  users_owner_email_unique: ['email-taken', 'email'],
  users_owner_phone_unique: ['phone-taken', 'phone'],
};

/**
 * The database says which value is taken, after everything else was right. By then the sender has proved that the
 * address is theirs (S25).
 */
export function refusedAs(error: unknown, deps: PortalDeps): unknown {
  const found = taken[(error as { constraint?: string }).constraint ?? ''];
  return found ? wrongField(...found, error) : translateConflict(deps.registry.named('user'), error);
}

/**
 * Makes the account, or finds the one that the same form made before. The answer to that form was lost or is still
 * on its way.
 */
export async function signUp(
  deps: PortalDeps,
  form: SignupForm,
  door: Place,
  context: RequestContext,
  browser: SignUpBrowser,
): Promise<User> {
  const before = () =>
    repeatedSignUp(deps).userOf(form, door.organization.name, context.now) as Promise<User | undefined>;
  const known = await before();
  if (known) return known;
  try {
    return await makeAccount(deps, form, door, { context, cookie: browser.passkeyCookie });
  } catch (error) {
    const made = error instanceof Refusal && (await before());
    if (!made) throw error;
    return made;
  }
}

async function makeAccount(
  deps: PortalDeps,
  written: SignupForm,
  door: Place,
  browser: { context: RequestContext; cookie: string | undefined },
): Promise<User> {
  const { context } = browser;
  const { db, store, registry } = deps;
  const { application, organization } = door;
  const form = {
    ...written,
    email: contactMeant('email', written.email, organization),
    phone: contactMeant('phone', written.phone, organization),
  };
  const items = application.signupItems;
  const asked = askedItems(items, await sendableItems(deps, application));
  const visible: VisibleItem = (name) => asked.find((item) => item.name === name);
  const hasPasskey = isByPasskey(form, door);
  checkForm(form, visible, organization, hasPasskey);
  const isUnproven = visible('Email')?.rule === 'No verification' && form.email !== '';
  const tries = isUnproven ? [limits.signupsWith(organization.name, form.email)] : [];
  await spend(db, [limits.signupsFrom(context.clientIp), ...tries], context.now);
  if (form.password) await refuseBreached(deps, form.password, organization);
  const claim = {
    ...{ organization: organization.name, application: application.name },
    ...{ purpose: 'signup' as const, user: '' },
  };
  const { isEmailProven, isPhoneProven, useUp } = await proven(deps, form, claim, context, visible);

  const passkey = hasPasskey ? await passkeyOfSignUp(deps, form, door, browser) : undefined;
  const work = { ...deps, sql: db, caller: context.caller, now: context.now };
  const isCounted = items.some(({ name, rule }) => name === 'ID' && rule === 'Incremental');
  const fields = { name: 'unnamed', ...fieldsOf(form, visible) };
  const parsed = parsedNewcomer(registry, fields, application, organization, context.now);
  const draft = (await userHooks.beforeAdd?.({ ...(parsed as Draft), password: form.password }, work)) as Draft & User;
  try {
    return await db.transaction(async (sql) => {
      await useUp(sql);
      const id = isCounted ? await nextId(sql, organization.name, store) : draft.id;
      const name = visible('Username') ? draft.name : id;
      const displayName = visible('Display name') ? draft.displayName : name;
      const proofs = { emailVerified: isEmailProven, phoneVerified: isPhoneProven };
      const born = { ...draft, id, name, displayName, ...proofs, createdIp: ownAddress(context) };
      await refuseLookAlikes(sql, store('user'), born, organization.phonePrefix);
      const stored = (await store('user').insert(sql, born)) as Draft & User;
      await writeBackNewcomer(sql, store('syncer').table, stored);
      await passkey?.useUp(sql);
      if (passkey) await storePasskey(sql, deps, stored, passkey.made, context);
      await repeatedSignUp(deps).note(sql, written, stored, context.now);
      const { owner } = stored;
      await record({ sql }, context, {
        organization: owner,
        user: stored,
        object: `user ${owner}/${stored.name}`,
      });
      return stored;
    });
  } catch (error) {
    throw refusedAs(error, deps);
  }
}
