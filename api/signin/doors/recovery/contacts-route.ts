import { emit } from '@doorwright/crds/schema/schema.ts';
import { isEmail, plainEmail } from '@doorwright/crds/values/written-forms.ts';
import { z } from 'zod';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { findUser } from '../../../kinds/user/find-user.ts';
import { phoneSpellings } from '../../../kinds/user/phone-spellings.ts';
import { mayRecover } from '../../codes/receiver.ts';
import { limits, spend } from '../../locks/limits.ts';
import { masks } from '../../place/contacts.ts';
import { placeOf } from '../../place/place.ts';
import { placeFields } from '../../place/place-fields.ts';
import type { PortalDeps } from '../../place/portal-deps.ts';
import { refuseClosedRecovery } from '../../place/refuse-closed-recovery.ts';
import { inventedContacts } from '../../recovery/decoy-contacts.ts';

const lookupForm = z.object({
  ...placeFields,
  username: z.string().min(1).max(254).describe('Name, email, phone or ID card number.'),
});

const contacts = z.object({
  name: z.string().describe('User name as it was sent.'),
  email: z.string().describe('Email address, masked unless the request named it.'),
  phone: z.string().describe('Phone number, masked unless the request named it.'),
});

/**
 * Says where a user can get a code. The caller learns nothing new: an address comes back as it was sent, whether or
 * not it exists, and a missing name gets plausible contacts (S25). A name that reads as an address counts as an
 * address; its owner gets the code all the same.
 */
export function contactsRoute(deps: PortalDeps): Route {
  const { db, store } = deps;
  return {
    method: 'POST',
    path: '/api/get-email-and-phone',
    summary: 'Returns the masked contacts of a user. data2 says which of username, email and phone was sent.',
    tag: 'Account',
    permission: 'anyone',
    body: emit(lookupForm),
    answer: { data: emit(contacts), data2: { type: 'string', enum: ['username', 'email', 'phone'] } },
    handle: async ({ context, body }) => {
      const form = parsed(lookupForm, body);
      const { application, organization } = await placeOf(deps, form);
      refuseClosedRecovery(application);
      const name = form.username.trim();
      const { phonePrefix } = organization;
      await spend(db, [limits.lookupsFrom(context.clientIp)], context.now);
      if (isEmail(plainEmail(name))) return { data: { name, email: name, phone: '' }, data2: 'email' };
      if (phoneSpellings(name, phonePrefix).length > 0)
        return { data: { name, email: '', phone: name }, data2: 'phone' };
      const found = await findUser(db, store('user'), { organization: organization.name, phonePrefix, username: name });
      const invented = await inventedContacts(deps, organization.name, name);
      const { email, phone } = mayRecover(found) && (found.email || found.phone) ? found : invented;
      return { data: { name, email: masks.email(email), phone: masks.phone(phone) }, data2: 'username' };
    },
  };
}
