import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';

/** What the namespaces of a cluster may do. All others are tenants', and declare within organizations that let them. */
export interface NamespaceRights {
  /** These adopt, observe and declare anything. */
  platformNamespaces: readonly string[] | 'all';
  /** Tenants that make organizations of their own. */
  organizationNamespaces: readonly string[];
}

export const isPlatform = (
  { platformNamespaces }: Pick<NamespaceRights, 'platformNamespaces'>,
  namespace: string,
): boolean => platformNamespaces === 'all' || platformNamespaces.includes(namespace);

export const mayMakeOrganizations = (rights: NamespaceRights, namespace: string): boolean =>
  isPlatform(rights, namespace) || rights.organizationNamespaces.includes(namespace);

/** For whom the API is asked about what a tenant's namespace made; undefined for the platform. */
export const tenantIn = (rights: NamespaceRights, namespace: string) =>
  isPlatform(rights, namespace)
    ? undefined
    : { namespace, makesOrganizations: mayMakeOrganizations(rights, namespace) };

/** Why no resource of this kind rules an object from the namespace, as a sentence; undefined where one may. */
export function refusalOf(
  { kind, tenant, declared }: Pick<DeclaredKind, 'kind' | 'tenant' | 'declared'>,
  rights: NamespaceRights,
  namespace: string,
): string | undefined {
  if (isPlatform(rights, namespace)) return undefined;
  if (declared.platformOnly)
    return `Only platform namespaces declare a ${kind}: ${declared.platformOnly}. ${namespace} is not a platform namespace (operator.platformNamespaces)`;
  if (tenant === 'itself' && !mayMakeOrganizations(rights, namespace))
    return `${namespace} may not declare an ${kind}: it is neither a platform namespace nor named in operator.organizationNamespaces`;
  return undefined;
}
