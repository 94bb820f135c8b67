import type { Row } from '@doorwright/crds';
import type { KindEditor } from '../../resource/kind-editor.ts';
import { ConnectCard } from './ConnectCard.tsx';
import { ProvidersControl } from './ProvidersControl.tsx';
import { SignupItemsControl } from './SignupItemsControl.tsx';

const isOf =
  (type: string) =>
  ({ clientType }: Row) =>
    clientType === type;

export const applicationEditor: KindEditor = {
  controls: { providers: ProvidersControl, signupItems: SignupItemsControl },
  shownWhen: {
    // Nothing else proves who it is by a secret.
    clientSecret: isOf('confidential'),
    workload: isOf('workload'),
    signupItems: ({ enableSignUp }) => enableSignUp === true,
  },
  Below: ConnectCard,
};
