import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';

export interface Manifest extends KubernetesObject {
  spec: object;
}

export const companyNamespaces = (tenants: number): string[] =>
  Array.from({ length: tenants }, (_, index) => `tenant-${index}`);

/** Tenants of a platform. Each has a namespace with an organization, a key, two providers and many applications. */
export function company(applications: number, tenants: number): { namespaces: string[]; objects: Manifest[] } {
  const namespaces = companyNamespaces(tenants);
  const shared = namespaces.flatMap((namespace) => [
    manifest('Organization', namespace, namespace, { displayName: `Tenant ${namespace}`, tags: ['staff', 'guest'] }),
    manifest('Cert', namespace, `${namespace}-signing`, { cryptoAlgorithm: 'ES256' }),
    ...['one', 'two'].map((name) =>
      manifest('Provider', namespace, `${namespace}-${name}`, {
        displayName: name,
        category: 'OAuth',
        type: 'GitHub',
        clientId: `Iv1.${namespace}-${name}`,
      }),
    ),
  ]);
  const many = Array.from({ length: applications }, (_, index) =>
    application(namespaces[index % tenants] as string, `app-${index}`),
  );
  return { namespaces, objects: [...shared, ...many] };
}

export const application = (namespace: string, name: string, spec: object = {}): Manifest =>
  manifest('Application', namespace, name, {
    displayName: `Application ${name}`,
    organizationRef: { name: namespace },
    certRef: { name: `${namespace}-signing` },
    providers: [{ providerRef: { name: `${namespace}-one` } }, { providerRef: { name: `${namespace}-two` } }],
    generate: true,
    redirectUris: [`https://${name}.${namespace}.example/callback`],
    grantTypes: ['authorization_code', 'refresh_token'],
    ...spec,
  });

export const manifest = (kind: string, namespace: string, name: string, spec: object): Manifest => ({
  apiVersion: 'doorwright.dev/v1alpha1',
  kind,
  metadata: { namespace, name },
  spec,
});
