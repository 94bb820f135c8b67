import type { Row } from '@doorwright/crds';
import { referrersFor } from '@doorwright/crds/declared/allowed-referrers.ts';
import { type ProviderCategory, providerSubTypes, providerTypes } from '@doorwright/crds/options/provider-types.ts';
import type { KindEditor } from '../../editor/kind-editor.ts';
import { ChoiceControl } from '../../fields/ChoiceControl.tsx';
import type { ControlProps } from '../../fields/control.ts';
import { labels } from './labels.ts';
import { MailTrial } from './MailTrial.tsx';

const typesOf = (category: unknown): readonly string[] => providerTypes[category as ProviderCategory] ?? [];
const subTypesOf = (type: unknown): readonly string[] => providerSubTypes[type as keyof typeof providerSubTypes] ?? [];

const of =
  (...categories: ProviderCategory[]) =>
  ({ category }: Row) =>
    categories.includes(category as ProviderCategory);
const typed =
  (...types: string[]) =>
  ({ type }: Row) =>
    types.includes(String(type));
const each = (names: readonly string[], rule: (object: Row) => boolean) =>
  Object.fromEntries(names.map((name) => [name, rule]));

const mail = {
  title: 'Verification code',
  content: 'You have requested a verification code. Here is your code: %s, please enter it within 5 minutes.',
};

/** A service of one's own most likely has the addresses that ours have. What was written already stays. */
const ownService = ({ customAuthUrl, customTokenUrl, customUserInfoUrl, customScope }: Row) => ({
  customAuthUrl: customAuthUrl || `${location.origin}/login/oauth/authorize`,
  customTokenUrl: customTokenUrl || `${location.origin}/api/login/oauth/access_token`,
  customUserInfoUrl: customUserInfoUrl || `${location.origin}/api/userinfo`,
  customScope: customScope || 'openid profile email',
});

const needsNoClient = ({ category, type }: Row) => category === 'Captcha' && type === 'Default';

export const providerEditor: KindEditor = {
  controls: {
    type: (props: ControlProps<string>) => <ChoiceControl {...props} choices={typesOf(props.object.category)} />,
    subType: (props: ControlProps<string>) => (
      <ChoiceControl {...props} choices={['', ...subTypesOf(props.object.type)]} />
    ),
  },
  labels,
  shownWhen: {
    subType: ({ type }) => subTypesOf(type).length > 0,
    method: typed('WeCom'),
    organizations: ({ audience }) => audience === 'named',
    ...each(['clientId', 'clientSecret'], (object) => !needsNoClient(object)),
    ...each(['clientId2', 'clientSecret2'], typed('WeChat', 'Aliyun Captcha')),
    cert: of('Payment'),
    enableSignUp: of('OAuth', 'SAML'),
    appId: (object) =>
      typed('Tencent Cloud SMS', 'Infoflow', 'Volc Engine SMS', 'Huawei Cloud SMS')(object) ||
      (object.type === 'WeCom' && object.subType === 'Internal'),
    ...each(['customAuthUrl', 'customScope', 'customTokenUrl', 'customUserInfoUrl', 'customLogo'], typed('Custom')),
    host: of('Email', 'Payment'),
    ...each(['port', 'title', 'content'], of('Email')),
    ...each(['signName', 'templateCode'], of('SMS')),
    endpoint: of('Storage', 'SAML'),
    ...each(['intranetEndpoint', 'bucket'], of('Storage')),
    domain: (object) => of('Storage')(object) || typed('Adfs', 'Casdoor', 'Okta')(object),
    regionId: typed('AWS S3', 'Tencent Cloud COS'),
    ...each(['enableSignAuthnRequest', 'metadata', 'idP', 'issuerUrl'], of('SAML')),
  },
  following: {
    category: ({ category }) => ({
      type: typesOf(category)[0],
      subType: '',
      ...(category === 'Email' && mail),
      ...(category === 'Storage' && { domain: location.origin }),
    }),
    type: (object) => ({
      subType: '',
      ...(object.type === 'Local File System' && { domain: location.origin }),
      ...(object.type === 'Custom' && ownService(object)),
    }),
  },
  declares: (object) => ({ spec: { allowedReferrers: referrersFor(object) } }),
  Below: MailTrial,
};
