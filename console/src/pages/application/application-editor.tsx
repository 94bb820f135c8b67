import type { Row } from '@doorwright/crds';
import type { KindEditor } from '../../resource/kind-editor.ts';
import type { Declared } from '../../resource/manifest-of.ts';
import { ConnectCard } from './ConnectCard.tsx';
import { ProvidersControl } from './ProvidersControl.tsx';
import { SignupItemsControl } from './SignupItemsControl.tsx';

const isOf =
  (type: string) =>
  ({ clientType }: Row) =>
    clientType === type;

/** A resource says who proves what in its own terms, and stands beside the ServiceAccount of its workload. */
function declares({ clientType, workload }: Record<string, unknown>): Declared {
  if (clientType === 'public') return { spec: { publicClient: true, clientSecretRef: undefined } };
  if (clientType !== 'workload') return { spec: {} };
  const [namespace = '', name = ''] = String(workload).split('/');
  const clientAuthentication = { method: 'KubernetesServiceAccount', serviceAccountRef: { name } };
  return { spec: { clientAuthentication, clientSecretRef: undefined }, ...(namespace && { namespace }) };
}

export const applicationEditor: KindEditor = {
  // Only who asks for the secret sees it, and a record is kept of that alone.
  query: { masked: 'true' },
  controls: { providers: ProvidersControl, signupItems: SignupItemsControl },
  shownWhen: {
    // Nothing else proves who it is by a secret.
    clientSecret: isOf('confidential'),
    workload: isOf('workload'),
    signupItems: ({ enableSignUp }) => enableSignUp === true,
  },
  declares,
  Below: ConnectCard,
};
