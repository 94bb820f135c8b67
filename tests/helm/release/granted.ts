import { succeed } from '../../crds/cluster.ts';
import type { AuditEvent, Cluster } from '../../harness/cluster/cluster.ts';
import type { Rendered } from '../output/chart.ts';

interface Binding extends Rendered {
  roleRef: { kind: string; name: string };
}

/** `verb group/resource` with the namespace of a Role, or `*` for a ClusterRole. */
type Right = string;

const rightOf = (verb: string, group: string, resource: string, where: string): Right =>
  `${verb} ${group ? `${group}/` : ''}${resource} in ${where}`;

async function list<T>(cluster: Cluster, kind: string): Promise<T[]> {
  return JSON.parse(await succeed(cluster, ['get', kind, '-A', '-o', 'json'])).items;
}

/** All rights of a ServiceAccount, read from the roles of the cluster. */
export async function rightsOf(cluster: Cluster, account: string): Promise<Set<Right>> {
  const roles = [...(await list<Rendered>(cluster, 'roles')), ...(await list<Rendered>(cluster, 'clusterroles'))];
  const bindings = [
    ...(await list<Binding>(cluster, 'rolebindings')),
    ...(await list<Binding>(cluster, 'clusterrolebindings')),
  ].filter(({ subjects = [] }) => subjects.some(({ namespace, name }) => `${namespace}:${name}` === account));
  const rights = bindings.flatMap(({ roleRef, metadata: { namespace } }) => {
    const role = roles.find(
      ({ kind, metadata }) =>
        kind === roleRef.kind &&
        metadata.name === roleRef.name &&
        (kind === 'ClusterRole' || metadata.namespace === namespace),
    );
    return (role?.rules ?? []).flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) => verbs.map((verb) => rightOf(verb, group, resource, namespace ?? '*'))),
      ),
    );
  });
  return new Set(rights);
}

/** The rights that a request needed. An apply that makes the object needs `create` as well. */
function needed({ verb, objectRef, responseStatus }: AuditEvent): Right[] {
  if (!objectRef?.resource) return [];
  const { resource, subresource, apiGroup = '', namespace } = objectRef;
  const what = subresource ? `${resource}/${subresource}` : resource;
  // The log names a namespace as its own namespace, but the right to read it is for the cluster.
  const where = resource === 'namespaces' ? '*' : (namespace ?? '*');
  const verbs = verb === 'patch' && responseStatus?.code === 201 ? ['patch', 'create'] : [verb];
  return verbs.map((each) => rightOf(each, apiGroup, what, where));
}

export interface Used {
  rights: Set<Right>;
  forbidden: string[];
  requests: number;
}

/** The requests of a ServiceAccount in the audit log. */
export function usedBy(cluster: Cluster, account: string): Used {
  const events = cluster.auditEvents().filter(({ user }) => user.username === `system:serviceaccount:${account}`);
  return {
    rights: new Set(events.flatMap(needed)),
    forbidden: events
      .filter(({ responseStatus }) => responseStatus?.code === 403 || responseStatus?.code === 401)
      .map(({ verb, requestURI }) => `${verb} ${requestURI}`),
    requests: events.length,
  };
}
