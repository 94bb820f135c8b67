import { emit } from '@doorwright/crds/derive/schema.ts';
import { z } from 'zod';
import { findUser } from '../../accounts/find-user.ts';
import type { Route } from '../../http/route.ts';
import { mayRecover } from '../codes/receiver.ts';
import { inventedContacts, maskEmail, maskPhone } from '../contacts.ts';
import type { PortalDeps } from '../deps.ts';
import { parsed } from '../form.ts';
import { limits, spend } from '../limits.ts';
import { placeOf } from '../place.ts';

const lookupForm = z.object({
  application: z.string().min(1).max(100).describe('Name of the application.'),
  organization: z.string().max(100).default('').describe("Organization of the user; without it the application's."),
  username: z.string().min(1).max(254).describe('Name, email, phone or ID card number.'),
});

const contacts = z.object({
  name: z.string().describe('What was asked for.'),
  email: z.string().describe('Email address, masked unless it is what was asked for.'),
  phone: z.string().describe('Phone number, masked unless it is what was asked for.'),
});

/**
 * Where somebody can be sent a code. Whoever asks learns nothing that he did not bring: an address comes back as it
 * was given whether or not somebody has it, and a name that nobody has comes with contacts as good as real ones (S25).
 */
export function contactsRoute(deps: PortalDeps): Route {
  const { db, store, box } = deps;
  return {
    method: 'POST',
    path: '/api/get-email-and-phone',
    summary: 'Tells how a user can be sent a code, masked; data2 says which of username, email and phone was given.',
    tag: 'Account',
    permission: 'anyone',
    body: emit(lookupForm),
    answer: { data: emit(contacts), data2: { type: 'string', enum: ['username', 'email', 'phone'] } },
    handle: async ({ visit, body }) => {
      const form = parsed(lookupForm, body);
      const { organization } = await placeOf(deps, form);
      const name = form.username.trim();
      await spend(db, [limits.lookupsFrom(visit.clientIp)], visit.now);
      if (name.includes('@')) return { data: { name, email: name, phone: '' }, data2: 'email' };
      if (/^\d{4,15}$/.test(name)) return { data: { name, email: '', phone: name }, data2: 'phone' };
      const found = await findUser(db, store('user'), { organization: organization.name, username: name });
      const invented = inventedContacts(box.derived('invented-contacts').at(-1) as Buffer, organization.name, name);
      if (!mayRecover(found) || !(found.email || found.phone))
        return { data: { name, ...invented }, data2: 'username' };
      return { data: { name, email: maskEmail(found.email), phone: maskPhone(found.phone) }, data2: 'username' };
    },
  };
}
