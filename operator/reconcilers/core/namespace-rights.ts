import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';

/** What the namespaces of a cluster may do. All others are tenants', and declare within organizations that let them. */
export interface Standing {
  /** These adopt, observe and declare anything. */
  platformNamespaces: readonly string[] | 'all';
  /** Tenants that make organizations of their own. */
  organizationNamespaces: readonly string[];
}

export const isPlatform = ({ platformNamespaces }: Pick<Standing, 'platformNamespaces'>, namespace: string): boolean =>
  platformNamespaces === 'all' || platformNamespaces.includes(namespace);

export const mayMakeOrganizations = (standing: Standing, namespace: string): boolean =>
  isPlatform(standing, namespace) || standing.organizationNamespaces.includes(namespace);

/** For whom the API is asked about what a tenant's namespace made; undefined for the platform. */
export const tenantIn = (standing: Standing, namespace: string) =>
  isPlatform(standing, namespace)
    ? undefined
    : { namespace, makesOrganizations: mayMakeOrganizations(standing, namespace) };

/** Why no resource of this kind rules an object from the namespace, as a sentence; undefined where one may. */
export function refusalOf(
  { kind, tenant, declared }: Pick<DeclaredKind, 'kind' | 'tenant' | 'declared'>,
  standing: Standing,
  namespace: string,
): string | undefined {
  if (isPlatform(standing, namespace)) return undefined;
  if (declared.platformOnly)
    return `Only platform namespaces declare a ${kind}: ${declared.platformOnly}. ${namespace} is not a platform namespace (operator.platformNamespaces)`;
  if (tenant === 'itself' && !mayMakeOrganizations(standing, namespace))
    return `${namespace} may not declare an ${kind}: it is neither a platform namespace nor named in operator.organizationNamespaces`;
  return undefined;
}
