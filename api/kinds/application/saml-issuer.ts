import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { isGlobalAdmin, platform } from '../../core/callers.ts';
import { refuseRight } from '../../core/objects/rules/check-rights.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import { unlessOwed } from '../../core/owed-proof.ts';

const isOne = (application: Draft | undefined): application is Draft => application?.samlIssuer === 'installation';

const servicesOf = ({ samlServiceProviders }: Draft) => (samlServiceProviders ?? []) as SamlServiceProvider[];

/** Tells whether the caller is the platform itself, and not the operator for a tenant's namespace. */
const isPlatform = ({ caller }: Pick<Work, 'caller'>): boolean =>
  isGlobalAdmin(caller) && !(caller.type === 'operator' && caller.tenant);

/** Refuses new service providers that another organization uses under the same name of the installation. */
async function refuseServicesOfOthers(draft: Draft, before: Draft, { sql, store, caller }: Work): Promise<void> {
  const known = servicesOf(before).map(({ entityId }) => entityId);
  const isNew = ({ entityId }: SamlServiceProvider) => !known.includes(entityId);
  if (!servicesOf(draft).some(isNew)) return;
  // Two organizations that add the same one take turns, so the second sees the first.
  await store('organization').find(sql, 'admin', platform, 'forUpdate');
  const others: { services: SamlServiceProvider[] }[] = await sql(store('application').table)
    .where('saml_issuer', 'installation')
    .whereNot('organization', String(draft.organization))
    .select({ services: 'saml_service_providers' });
  const taken = new Set(others.flatMap(({ services }) => services.map(({ entityId }) => entityId)));
  const problems = servicesOf(draft).flatMap((each, index) =>
    isNew(each) && taken.has(each.entityId)
      ? [{ field: `samlServiceProviders[${index}].entityId`, code: 'taken' as const }]
      : [],
  );
  if (problems.length > 0) throw unlessOwed(caller, invalid(problems));
}

/**
 * Applications under the name of the installation look alike to service providers. Their tenants could sign in as users of each other, so only the
 * platform gives the name, and no service provider is known to two organizations by it (S9).
 */
export async function checkSamlIssuer(draft: Draft, before: Draft | undefined, work: Work): Promise<void> {
  if (!isOne(draft) || isPlatform(work)) return;
  if (!isOne(before)) refuseRight('samlIssuer', work.caller);
  await refuseServicesOfOthers(draft, before, work);
}
