import type { User } from '@doorwright/crds/kinds/user.ts';
import { linkedProviders, linkFieldOf, linkPropertyOf } from '@doorwright/crds/providers/links.ts';
import type { SignInButton } from '@doorwright/crds/providers/sign-in-button.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { administers } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { organizationNamed } from '../../core/objects/rules/organization-named.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { itemsOnPage } from '../../kinds/user/account-items.ts';
import { applicationOfUser } from '../../signin/place/application-of-user.ts';
import { ownCaller } from './own-caller.ts';

const button = z.object({ label: z.string(), letters: z.string(), color: z.string() });

const answered = z.object({
  type: z.string().describe('Type of the service, as `unlink` takes it.'),
  provider: z.string().describe('Provider with which the user can link an account. Empty if there is none.'),
  button: button.nullable().describe('The look of the service.'),
  picture: z.string().describe("The provider's own picture."),
  canUnlink: z.boolean().describe('The application of the user lets them remove the link.'),
  account: z
    .object({
      id: z.string(),
      username: z.string(),
      displayName: z.string(),
      email: z.string(),
      avatarUrl: z.string(),
    })
    .nullable()
    .describe('The linked account, if there is one.'),
});

interface Item {
  name: string;
  canUnlink: boolean;
  provider: { type: string; customLogo: string; button: SignInButton | null } | null;
}

/** The details that the service gave about the linked account. */
function accountAt(user: User, type: string) {
  const id = user[linkFieldOf(type)];
  if (!id) return null;
  const told = (name: 'username' | 'displayName' | 'email' | 'avatarUrl') =>
    user.properties[linkPropertyOf(type, name)] ?? '';
  return {
    id,
    username: told('username'),
    displayName: told('displayName'),
    email: told('email'),
    avatarUrl: told('avatarUrl'),
  };
}

/** The services of the user's application, and every service that is linked. */
export function ownLinksRoute({ db, store, registry, objects }: RouteDeps): Route {
  return {
    method: 'GET',
    path: '/api/get-account-links',
    summary: 'Lists the services with which the signed-in user can sign in, with the accounts that they linked.',
    tag: 'Account',
    permission: 'signedIn',
    answer: { data: { type: 'array', items: emit(answered) } },
    async handle({ context }) {
      const { owner, name } = ownCaller(context.caller);
      const user = (await store('user').find(db, owner, name)) as unknown as User | undefined;
      const organization = await organizationNamed(owner, { sql: db, store });
      if (!user || !organization) throw new Refusal('sign-in-first');
      const relation = administers(context.caller, owner) ? 'administrator' : 'self';
      const items = itemsOnPage(relation, organization.accountItems);
      if (!items.some((item) => item.name === '3rd-party logins')) return { data: [] };
      const found = await applicationOfUser({ db, store }, user);
      const application = found && (await objects.show(registry.named('application'), context, found));
      const offered = (application?.providers ?? []) as Item[];
      const data = linkedProviders.flatMap((type) => {
        const account = accountAt(user, type);
        const item = offered.find(({ provider }) => provider?.button && provider.type === type);
        if (!account && !item) return [];
        const { button = null, customLogo = '' } = item?.provider ?? {};
        return {
          type,
          provider: item?.name ?? '',
          button,
          picture: customLogo,
          canUnlink: item?.canUnlink ?? true,
          account,
        };
      });
      return { data };
    },
  };
}
