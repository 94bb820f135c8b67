import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Discovery, discoveryUrl } from '../../api/discovery.ts';
import type { Secret } from '../../runtime/kubernetes-object.ts';
import type { Declared } from '../core/resource.ts';
import { type Client, type ConnectionKey, clientOf, connectionSecretName } from './client.ts';
import { deleteAfterAnnotation } from './former-secrets.ts';
import { managedLabel, ownerReferenceTo } from './owned-secret.ts';
import { nextSecretKey, rotatingAnnotation } from './rotation.ts';

export interface Credentials {
  clientId: string;
  /** Undefined for public clients and for those that authenticate by ServiceAccount. */
  clientSecret?: string | undefined;
}

/** Labels of the template: one that the template no longer has is removed. This annotation tells them from labels of people. */
const templateAnnotation = 'doorwright.dev/template';
const digestOf = (template: object) =>
  createHash('sha256').update(JSON.stringify(template)).digest('base64url').slice(0, 12);

const product = 'doorwright';

function values({ redirectUris = [] }: Client, { clientId, clientSecret }: Credentials, discovery: Discovery) {
  const all: Record<ConnectionKey, string | undefined> = {
    OIDC_ISSUER_URL: discovery.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_DISCOVERY_URL: discoveryUrl(discovery),
    OIDC_AUTHORIZATION_URL: discovery.authorization_endpoint,
    OIDC_TOKEN_URL: discovery.token_endpoint,
    OIDC_USERINFO_URL: discovery.userinfo_endpoint,
    OIDC_JWKS_URL: discovery.jwks_uri,
    OIDC_END_SESSION_URL: discovery.end_session_endpoint,
    OIDC_SCOPES: 'openid profile email',
    OIDC_AUDIENCE: clientId,
    OIDC_REDIRECT_URI: redirectUris[0],
  };
  return all;
}

/** The connection Secret: environment variables for a pod, and a Service Binding. */
export function connectionSecret(
  object: Declared,
  credentials: Credentials,
  discovery: Discovery,
  { annotations, next }: { annotations: Record<string, string>; next: string | undefined },
): Secret {
  const client = clientOf(object);
  const { keyAliases = {}, template } = client.connectionSecret ?? {};
  const known = values(client, credentials, discovery);
  const aliases = Object.entries(keyAliases).map(([alias, key]) => [alias, known[key]] as const);
  const data = { ...Object.fromEntries(aliases), ...known, [nextSecretKey]: next, type: 'oidc', provider: product };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    metadata: {
      ...connectionSecretName(object),
      labels: { ...template?.metadata?.labels, [managedLabel]: 'true' },
      annotations: {
        ...template?.metadata?.annotations,
        ...annotations,
        ...(template?.metadata && { [templateAnnotation]: digestOf(template.metadata) }),
      },
      ownerReferences: [ownerReferenceTo(object)],
    },
    data: Object.fromEntries(
      Object.entries(data).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, Buffer.from(value).toString('base64')]],
      ),
    ),
  };
}

/** Whether the Secret has all expected values. Other keys belong to other people. */
export function isAsWanted(present: Secret, wanted: Secret): boolean {
  const has = (all: Record<string, string> = {}, some: Record<string, string> = {}) =>
    Object.entries(some).every(([key, value]) => all[key] === value);
  return (
    isDeepStrictEqual(present.data, wanted.data) &&
    has(present.metadata.labels, wanted.metadata.labels) &&
    has(present.metadata.annotations, wanted.metadata.annotations) &&
    [rotatingAnnotation, templateAnnotation].every(
      (key) => present.metadata.annotations?.[key] === wanted.metadata.annotations?.[key],
    ) &&
    present.metadata.annotations?.[deleteAfterAnnotation] === undefined &&
    isDeepStrictEqual(present.metadata.ownerReferences, wanted.metadata.ownerReferences)
  );
}
