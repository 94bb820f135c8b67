import type { Row } from '@doorwright/crds';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { signs } from '@doorwright/crds/options/oauth-client.ts';
import type { PreviewPage } from '../../../portal/preview/messages.ts';
import type { KindEditor } from '../../editor/kind-editor.ts';
import { lateControl } from '../../fields/late-control.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { needWords } from '../../words/catalogues.ts';
import type { Declared } from '../../yaml/manifest-of.ts';
import { brandControls, brandShownWhen } from '../brand/brand-controls.ts';
import { FoldedPreview } from '../preview/FoldedPreview.tsx';
import { NoWayIn } from './NoWayIn.tsx';

const isOf =
  (type: string) =>
  ({ clientType }: Row) =>
    clientType === type;

const hasKeys = (object: Row) => signs(object as Row & Application) || object.jwks !== '' || object.jwksUri !== '';

/** Custom resources describe workload identities in their own form, beside the ServiceAccount. */
function declares({ clientType, workload }: Record<string, unknown>): Declared {
  if (clientType === 'public') return { spec: { publicClient: true, clientSecretRef: undefined } };
  if (clientType === 'private_key')
    return { spec: { clientAuthentication: { method: 'PrivateKeyJWT' }, clientSecretRef: undefined } };
  if (clientType !== 'workload') return { spec: {} };
  const [namespace = '', name = ''] = String(workload).split('/');
  const clientAuthentication = { method: 'KubernetesServiceAccount', serviceAccountRef: { name } };
  return { spec: { clientAuthentication, clientSecretRef: undefined }, ...(namespace && { namespace }) };
}

const PagePreview = lazyPart(async () => (await import('./preview/PagePreview.tsx')).PagePreview);

const previewOf = (first: PreviewPage) => () => (
  <FoldedPreview>
    <PagePreview first={first} />
  </FoldedPreview>
);

type Name = keyof typeof import('./application-controls.ts');

const late = (name: Name) => lateControl(async () => (await import('./application-controls.ts'))[name]);
const pageHtml = late('PageHtmlControl');

export const applicationEditor: KindEditor = {
  // The secret is read on request only, so that each reading has its record.
  query: { masked: 'true' },
  controls: {
    ...brandControls,
    providers: late('ProvidersControl'),
    enableSignUp: late('SignUpControl'),
    signupItems: late('SignupItemsControl'),
    samlServiceProviders: late('ServiceProvidersControl'),
    termsOfUse: late('TermsControl'),
    signinHtml: pageHtml,
    signupHtml: pageHtml,
  },
  shownWhen: {
    ...brandShownWhen,
    // Other client types have no secret.
    clientSecret: isOf('confidential'),
    workload: isOf('workload'),
    // Keys that are there stay in sight, so that people can remove them.
    jwks: hasKeys,
    jwksUri: hasKeys,
    signupItems: ({ enableSignUp }) => enableSignUp === true,
  },
  declares,
  Above: NoWayIn,
  parts: {
    'sign-in': previewOf('signin'),
    'sign-up': previewOf('signup'),
    providers: previewOf('signin'),
    branding: previewOf('signin'),
    protocols: lazyPart(async () => (await import('./connect-tabs.ts')).ProtocolsPart),
    connect: lazyPart(async () => {
      const [{ ConnectPart }] = await Promise.all([
        import('./connect-tabs.ts'),
        needWords(['saml-services', 'get-started', 'client-faults']),
      ]);
      return ConnectPart;
    }),
  },
  newParts: { protocols: lazyPart(async () => (await import('./connect-tabs.ts')).FapiPreset) },
};
