import { brandFieldNames } from '@doorwright/crds/brand/names.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { administers } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { itemsOnPage } from '../../kinds/user/account-items.ts';
import { applicationOfUser } from '../../signin/place/application-of-user.ts';
import { meetsSales } from './meets-sales.ts';
import { ownCaller } from './own-caller.ts';

const item = z.object({
  name: z.string().describe('Name of the account item.'),
  mayChange: z.boolean().describe('The user may change it.'),
  fields: z.array(z.string()).describe('Fields of the user that belong to it.'),
});

const answered = z.object({
  user: z.looseObject({}).describe('The user, with the fields that they may see.'),
  organization: z.looseObject({}).describe('The public part of their organization.'),
  items: z.array(item).describe('The account items that the user sees, in the order of the organization.'),
  application: z.string().describe('owner/name of the application whose providers send codes to the user.'),
  meetsSales: z.boolean().describe('There is something to buy for the user, or they have bought something.'),
  isImpersonated: z.boolean().describe('Support is signed in with the master password, and changes nothing.'),
});

/** Answers everything that each section of the account page needs. */
export function accountRoute({ db, store, registry, objects }: RouteDeps): Route {
  return {
    method: 'GET',
    path: '/api/get-account-page',
    summary: 'Returns the signed-in user as their account page shows them, with the rules of their organization.',
    tag: 'Account',
    permission: 'signedIn',
    answer: { data: emit(answered) },
    async handle({ context }) {
      const { owner, name, impersonated } = ownCaller(context.caller);
      const [user, organization, stored] = await Promise.all([
        objects.get(registry.named('user'), context, { owner, key: name }),
        objects.get(registry.named('organization'), context, { owner: 'admin', key: owner }),
        store('organization').find(db, 'admin', owner),
      ]);
      if (!stored) throw new Refusal('not-found', { kind: 'Organization', id: owner });
      const relation = administers(context.caller, owner) ? 'administrator' : 'self';
      const application = await applicationOfUser({ db, store }, user as unknown as User);
      return {
        data: {
          user,
          organization: shownOrganization(organization, stored),
          items: itemsOnPage(relation, (stored as unknown as Organization).accountItems),
          application: application ? `admin/${application.name}` : '',
          meetsSales: await meetsSales({ db, store }, { owner, name }),
          isImpersonated: impersonated,
        },
      };
    },
  };
}

const shown = [
  'name',
  'displayName',
  'websiteUrl',
  'favicon',
  ...brandFieldNames,
  'tags',
  'phonePrefix',
  'allowForeignPhones',
  'refuseWeakPasswords',
  'passwordLength',
  'defaultAvatar',
];

/** Rules of the organization for the deletion of an account. They are not public. */
const told = ['enableAccountDeletion', 'enableSoftDeletion'];

const shownOrganization = (organization: Record<string, unknown>, stored: Record<string, unknown>) =>
  Object.fromEntries([...shown.map((name) => [name, organization[name]]), ...told.map((name) => [name, stored[name]])]);
