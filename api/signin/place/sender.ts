import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { platform } from '../../core/callers.ts';
import { belongsToOrganization } from '../../core/objects/storage/audience.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { applicationOfUser } from './application-of-user.ts';
import { providersOf } from './applications.ts';
import type { AccountDeps } from './deps.ts';

type Receiver = Pick<User, 'owner' | 'signupApplication' | 'isGlobalAdmin'>;

/** The organization whose services send to a user. Nobody but the platform may read the codes of its people. */
export const sendingOrganization = ({ owner, isGlobalAdmin }: Pick<User, 'owner' | 'isGlobalAdmin'>): string =>
  isGlobalAdmin ? platform : owner;

/** The service that sends, and the organization that it sends for. */
export interface Sender {
  provider: Provider;
  organization: string;
}

interface Wanted {
  /** None where nobody has the address, or where its user must not be known yet (S25). */
  user?: Receiver | undefined;
  /** The organization of the user, or the one that they may join. */
  organization: string;
  /** The application that asked. */
  application?: Application | undefined;
  /** The provider that was found before, for a letter that a job sends. */
  named?: string | undefined;
}

/**
 * The only place that says which provider sends a code, link or letter to a user: one of the user's organization, whichever application
 * asked. People of the platform get theirs only from the platform's own provider. Without such a provider, nothing is sent.
 */
export async function senderOf(
  deps: Pick<AccountDeps, 'db' | 'store'>,
  category: 'Email' | 'SMS',
  { user, organization: home, application, named }: Wanted,
): Promise<Sender | undefined> {
  const organization = user ? sendingOrganization(user) : home;
  const isOwn = (provider: Provider) => belongsToOrganization(provider, organization);
  if (named && organization === home) {
    const [provider] = (await providersOf(deps, { organization, providers: [{ name: named }] }, category)).filter(
      isOwn,
    );
    if (provider) return { provider, organization };
  }
  const places = [
    application,
    user && (await applicationOfUser(deps, user)),
    await cachedObjectsOf(deps).oldestApplicationOf(organization),
  ];
  for (const place of places) {
    if (!place || ![platform, organization].includes(place.organization)) continue;
    const listed = await providersOf(deps, place, category);
    const provider = listed.find(isOwn);
    if (provider) return { provider, organization };
    // An application without any provider sends nothing, and no other application's provider is used.
    if (listed.length === 0) return;
  }
  return undefined;
}
