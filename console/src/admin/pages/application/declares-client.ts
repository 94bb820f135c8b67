import type { Declared } from '../../yaml/manifest-of.ts';

/** Custom resources describe workload identities in their own form, beside the ServiceAccount. */
export function declaresClient({ clientType, workload }: Record<string, unknown>): Declared {
  if (clientType === 'public') return { spec: { publicClient: true, clientSecretRef: undefined } };
  if (clientType === 'private_key')
    return { spec: { clientAuthentication: { method: 'PrivateKeyJWT' }, clientSecretRef: undefined } };
  if (clientType !== 'workload') return { spec: {} };
  const [namespace = '', name = ''] = String(workload).split('/');
  const clientAuthentication = { method: 'KubernetesServiceAccount', serviceAccountRef: { name } };
  return { spec: { clientAuthentication, clientSecretRef: undefined }, ...(namespace && { namespace }) };
}
