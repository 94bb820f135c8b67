import type { SignupItem } from '@doorwright/crds/options/signup-items.ts';
import type { Plan } from '../plan/plan.ts';
import type { Client } from '../representation.ts';

const asked = (name: SignupItem['name'], rule: SignupItem['rule'] = 'None'): SignupItem => ({
  ...{ name, rule, visible: true, required: true, prompted: false },
});

/** The form of Keycloak asks for these. */
const signupItems: readonly SignupItem[] = [
  { ...asked('ID', 'Random'), visible: false },
  ...[asked('Username'), asked('Display name', 'First, last'), asked('Email', 'Normal')],
  ...[asked('Password'), asked('Confirm password')],
];

/** Providers of an application: those of the realm, since Keycloak has no choice per client. */
const providersOf = ({ mail, providers }: Plan) => [
  ...(mail ? [{ name: mail }] : []),
  ...[...providers.values()].map(({ name, source }) => ({
    ...{ name, canSignUp: !source.linkOnly, canSignIn: source.enabled && !source.linkOnly },
    visible: source.enabled && !source.hideOnLogin,
  })),
];

const homepageOf = ({ rootUrl, baseUrl }: Client) =>
  (/^https?:/.test(baseUrl)
    ? baseUrl
    : baseUrl && rootUrl
      ? `${rootUrl.replace(/\/+$/, '')}/${baseUrl.replace(/^\/+/, '')}`
      : rootUrl
  ).slice(0, 500);

/** Entity ids of SAML are addresses, and names are parts of addresses here. */
const slugOf = (clientId: string) =>
  clientId
    .replace(/^https?:\/+/, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');

/** Keycloak names things of its own by the key of a text: ${client_account}. */
const isTextKey = (text: string) => text.startsWith('${');

/** The fields of an application that do not depend on the protocol of the client. */
export const commonFields = (plan: Plan, client: Client): Record<string, unknown> => ({
  ...{ owner: 'admin', name: `${plan.organization}-${slugOf(client.clientId)}`, organization: plan.organization },
  displayName: (client.name && !isTextKey(client.name) ? client.name : client.clientId).slice(0, 100),
  description: isTextKey(client.description) ? '' : client.description.slice(0, 500),
  ...{ homepageUrl: homepageOf(client), logo: (client.attributes.logoUri ?? '').slice(0, 500) },
  termsOfUse: (client.attributes.tosUri ?? '').slice(0, 500),
  ...{ isEnabled: client.enabled && plan.realm.enabled, enablePassword: true, enableSigninSession: true },
  ...{ enableSignUp: plan.realm.registrationAllowed, signupItems },
  ...{ requireConsent: client.consentRequired, apiAccess: 'read-account', nameClaims: 'standard', tokenFormat: 'JWT' },
  // Its page asks for user and password at once.
  identifierFirst: false,
  ...{ cert: plan.cert, providers: providersOf(plan) },
});
