import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { offeredTypes } from '@doorwright/crds/providers/described.ts';
import { linkFieldOf } from '@doorwright/crds/providers/links.ts';
import { Refusal } from '../../core/errors.ts';
import { mayChangeItem } from '../../kinds/user/account-items.ts';
import type { AccountDeps } from '../place/deps.ts';
import { usableProvider } from '../services/usable-provider.ts';

type Deps = Pick<AccountDeps, 'db' | 'store'>;

/** A service whose account an application asks its users to link. */
export interface PromptedLink {
  name: string;
  isLinked: boolean;
}

/**
 * The services that an application asks for, where the user can link an account: a question that nobody can answer would end every
 * sign-in.
 */
export async function promptedLinks(
  deps: Deps,
  application: Application,
  user: User,
  organization: Pick<Organization, 'accountItems'>,
): Promise<PromptedLink[]> {
  const names = application.providers.filter(({ prompted }) => prompted).map(({ name }) => name);
  if (names.length === 0 || !mayChangeItem('self', '3rd-party logins', organization.accountItems)) return [];
  const found = await Promise.all(
    names.map(async (name) => {
      const usable = await usableProvider(deps, name, application, user.owner).catch((error: unknown) => {
        if (error instanceof Refusal) return;
        throw error;
      });
      const type = usable?.provider.type ?? '';
      return offeredTypes('OAuth').includes(type) && [{ name, isLinked: user[linkFieldOf(type)] !== '' }];
    }),
  );
  return found.flatMap((each) => each || []);
}
