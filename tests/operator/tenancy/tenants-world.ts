import { KubernetesError } from '@doorwright/operator/runtime/kubernetes-error.ts';
import type { Output } from '../../harness/cluster/kubectl.ts';
import { add } from '../../harness/world.ts';
import { render } from '../../helm/output/chart.ts';
import { applyAll } from '../world/apply.ts';
import { declaredResource } from '../world/cluster-reader.ts';
import { eventually, kubeConfig } from '../world/cluster-world.ts';
import { a, type Declared, startWorld, type World } from '../world/declared-world.ts';
import { Rest } from '../world/rest.ts';

/** A namespace whose people have only the role `edit` of Kubernetes there. */
export interface Tenant {
  namespace: string;
  /** Runs kubectl as one of its people. */
  kubectl(args: string[], stdin?: string): Promise<Output>;
  apply(...objects: object[]): Promise<Output>;
  /** A custom resource in the namespace. */
  own(kind: string, name: string, spec?: object, metadata?: object): object;
}

export interface TenantsWorld extends World {
  /** Belongs to the organization `open`, which permits its applications. */
  mallory: Tenant;
  /** Belongs to `acme`, which permits only its applications and providers. */
  shop: Tenant;
  /** May declare organizations of its own. */
  partner: Tenant;
  /** Waits until Ready has this reason at the present generation, and returns its message. */
  settled(tenant: Tenant, kind: string, name: string, ...reasons: string[]): Promise<string>;
}

const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' };
const apiGroup = 'rbac.authorization.k8s.io';

function tenant({ cluster }: World, namespace: string): Tenant {
  const as = ['--as', `system:serviceaccount:${namespace}:person`, '-n', namespace];
  const kubectl = (args: string[], stdin?: string) => cluster.kubectl([...as, ...args], stdin);
  const person = kubeConfig(cluster);
  Object.assign(person.getCurrentUser() ?? {}, { impersonateUser: `system:serviceaccount:${namespace}:person` });
  const rest = new Rest(person);
  return {
    namespace,
    kubectl,
    async apply(...objects) {
      try {
        await applyAll(rest, objects, namespace);
        return { code: 0, stdout: '', stderr: '' };
      } catch (error) {
        if (!(error instanceof KubernetesError)) throw error;
        return { code: 1, stdout: '', stderr: error.message };
      }
    },
    own: (kind, name, spec = {}, metadata = {}) => a(kind, name, spec, { namespace, ...metadata }),
  };
}

/** The chart's roles, in a cluster that adds them to `edit`, and a person of the namespace. */
async function admit(world: World, { namespace, kubectl: asPerson }: Tenant): Promise<void> {
  await world.namespace(namespace);
  const person = { name: 'person', namespace };
  await world.apply(
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: person },
    {
      ...{ ...rbac, kind: 'RoleBinding', metadata: person, subjects: [{ kind: 'ServiceAccount', ...person }] },
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'edit' },
    },
  );
  const may = ['auth', 'can-i', 'create', 'applications.doorwright.dev'];
  await eventually(async () => (await asPerson(may)).code === 0);
}

export const forThoseOf = (namespace: string, ...kinds: string[]) => ({
  allowedReferrers: [
    {
      kinds,
      namespaces: { from: 'Selector', selector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } },
    },
  ],
});

/** An operator without the setting: its own namespace, `default`, is the platform's, and all others are tenants'. */
export async function startTenants(settings: Record<string, string> = {}): Promise<TenantsWorld> {
  const world = await startWorld(
    { DOORWRIGHT_ORGANIZATION_NAMESPACES: 'partner', ...settings },
    { controllerManager: true },
  );
  const roles = (await render({ rbac: { aggregate: 'edit' } })).filter(({ metadata }) =>
    /^iam-doorwright-(view|edit)$/.test(metadata.name),
  );
  await world.apply(...roles);
  const [mallory, shop, partner] = ['evil', 'shop', 'partner'].map((name) => tenant(world, name)) as [
    Tenant,
    Tenant,
    Tenant,
  ];
  await Promise.all([mallory, shop, partner].map((each) => admit(world, each)));

  const settled: TenantsWorld['settled'] = async ({ namespace }, kind, name, ...reasons) => {
    let seen: { reason?: string; message?: string } | undefined;
    await eventually(async () => {
      const found = await world.reader.find<Declared>(declaredResource(kind), name, namespace);
      const ready = found?.status?.conditions?.find(({ type }) => type === 'Ready');
      seen = ready?.observedGeneration === found?.metadata.generation ? ready : undefined;
      return reasons.includes(seen?.reason ?? '');
    }).catch((error: Error) => {
      throw new Error(`${error.message}: ${kind} ${namespace}/${name} is ${JSON.stringify(seen)}`);
    });
    return seen?.message ?? '';
  };

  const mail = { name: 'mail', category: 'Email', type: 'Default', host: 'smtp.example', clientSecret: 'mail-s3cret' };
  await add(world.admin, 'provider', mail);
  await add(world.admin, 'organization', { name: 'legacy', displayName: 'Legacy' });
  await world.apply(
    a('Organization', 'acme', { displayName: 'Acme', ...forThoseOf('shop', 'Application', 'Provider') }),
    a('Organization', 'open', { displayName: 'Open', ...forThoseOf('evil', 'Application') }),
    a('Cert', 'signing', { cryptoAlgorithm: 'ES256' }),
    a('Provider', 'github', { category: 'OAuth', type: 'GitHub', clientId: 'ours' }),
  );
  const organizationRef = { name: 'acme', namespace: 'default' };
  await shop.apply(shop.own('Application', 'books', { organizationRef, generate: true, displayName: 'Books' }));
  await settled(shop, 'application', 'books', 'Reconciled');
  await world.ready('organization', 'open');
  await add(world.admin, 'application', { name: 'handmade', organization: 'open', displayName: 'Handmade' });
  return { ...world, mallory, shop, partner, settled };
}
