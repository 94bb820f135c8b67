import type { Application } from '@doorwright/crds/kinds/application.ts';
import { refusedBy } from '../../../providers/oauth/sign-in-service.ts';
import type { AccountDeps } from '../../place/deps.ts';

export interface Target {
  application: Application;
  /** Where the browser goes after the sign-in. Empty for the account page. */
  address: string;
}

/** The enabled applications with which users sign in with a provider. */
async function applicationsWith({ db, store }: Pick<AccountDeps, 'db' | 'store'>, provider: string) {
  const { table, fromRow } = store('application');
  const rows = await db(table)
    .where({ owner: 'admin', is_enabled: true })
    .andWhereRaw('providers @> CAST(? AS jsonb)', [JSON.stringify([{ name: provider }])])
    .orderBy('name')
    .limit(1000);
  const listed = rows.map((row) => fromRow(row) as unknown as Application);
  return listed.filter(({ providers }) =>
    providers.some((item) => item.name === provider && (item.canSignIn || item.canSignUp)),
  );
}

/**
 * The application of a response without a request. RelayState is an address that the application has registered: anybody can write
 * it, so no other address counts (S43). Without it there must be one application only.
 */
export async function targetOf(
  deps: Pick<AccountDeps, 'db' | 'store'>,
  provider: string,
  relayState: string,
): Promise<Target> {
  const applications = await applicationsWith(deps, provider);
  if (!relayState) {
    const [application, second] = applications;
    if (!application) throw refusedBy('no application signs users in with this provider');
    if (second) throw refusedBy('several applications use this provider, and RelayState names none of them');
    return { application, address: application.homepageUrl };
  }
  const isWeb = /^https?:$/.test(URL.parse(relayState)?.protocol ?? '');
  const application = applications.find(
    ({ homepageUrl, redirectUris }) => homepageUrl === relayState || redirectUris.includes(relayState),
  );
  if (!isWeb || !application) throw refusedBy('RelayState is no registered address');
  return { application, address: relayState };
}
