import type { SignupItem } from '@doorwright/crds/options/signup-items.ts';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import { Refusal } from '../../core/errors.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import { contactMeant } from '../codes/receiver.ts';
import type { PortalDeps } from '../place/portal-deps.ts';
import { checkItem, type VisibleItem } from '../signup/checks.ts';
import type { SignupForm } from '../signup/form.ts';
import { refuseLookAlikes } from '../signup/look-alikes.ts';
import { ownAddress } from '../signup/newcomer.ts';
import { fieldsOf, proven, refusedAs } from '../signup/sign-up.ts';
import { mayAnswer, type Prompt } from './prompt.ts';

/** Saves the answer to one item, by the rules of sign-up. */
export async function saveAnswer(
  deps: PortalDeps,
  prompt: Prompt,
  { item: prompted, form: written }: { item: SignupItem; form: SignupForm },
  context: RequestContext,
): Promise<void> {
  const { db, store } = deps;
  const { organization, user } = prompt;
  if (!mayAnswer(prompt, prompted)) throw new Refusal('field-rule', { field: prompted.name });
  const item: SignupItem = { ...prompted, visible: true, required: true };
  const visible: VisibleItem = (name) => (name === item.name ? item : undefined);
  const form = {
    ...written,
    email: contactMeant('email', written.email, organization),
    phone: contactMeant('phone', written.phone, organization),
  };
  checkItem({ form, item, organization });
  // The code that proves a new address of a user, as on their own page.
  const claim = { organization: user.owner, application: '', purpose: 'reset', user: user.name } as const;
  const { isEmailProven, isPhoneProven, useUp } = await proven(deps, form, claim, context, visible);
  const changed = {
    ...fieldsOf(form, visible),
    ...(item.name === 'Email' && { emailVerified: isEmailProven }),
    ...(item.name === 'Phone' && { phoneVerified: isPhoneProven }),
    ...(item.name === 'Email' && !isEmailProven && { createdIp: user.createdIp || ownAddress(context) }),
  };
  const about = { organization: user.owner, object: `user ${user.owner}/${user.name}` };
  try {
    await db.transaction(async (sql) => {
      await useUp(sql);
      const current = (await store('user').find(sql, user.owner, user.name, 'forNoKeyUpdate')) as Draft;
      const contact = { email: '', phone: '', ...changed, owner: user.owner, name: '' };
      await refuseLookAlikes(sql, store('user'), contact, organization.phonePrefix);
      await store('user').update(sql, user.owner, user.name, { ...current, ...changed, version: current.version + 1 });
      announceWhenCommitted(sql, 'user', `${user.owner}/${user.name}`);
      await record({ sql }, context, { ...about, reason: `prompt ${item.name}` });
    });
  } catch (error) {
    throw refusedAs(error, deps);
  }
}
