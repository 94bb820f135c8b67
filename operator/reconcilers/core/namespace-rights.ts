import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';

/** The rights of namespaces. All unlisted namespaces are tenants, which declare in organizations that permit them. */
export interface NamespaceRights {
  /** Namespaces that adopt, observe and declare everything. */
  platformNamespaces: readonly string[] | 'all';
  /** Tenants that may declare organizations. */
  organizationNamespaces: readonly string[];
}

export const isPlatform = (
  { platformNamespaces }: Pick<NamespaceRights, 'platformNamespaces'>,
  namespace: string,
): boolean => platformNamespaces === 'all' || platformNamespaces.includes(namespace);

export const mayMakeOrganizations = (rights: NamespaceRights, namespace: string): boolean =>
  isPlatform(rights, namespace) || rights.organizationNamespaces.includes(namespace);

/** The tenant to which requests are narrowed; undefined for the platform. */
export const tenantIn = (rights: NamespaceRights, namespace: string) =>
  isPlatform(rights, namespace)
    ? undefined
    : { namespace, makesOrganizations: mayMakeOrganizations(rights, namespace) };

/** The reason why the namespace may not declare the kind; undefined if it may. */
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
