import { z } from 'zod';
import type { Constraint } from '../constraint.ts';
import { constrained } from '../constraint.ts';
import { subdomainName } from '../reference.ts';

const hours = (about: string) => z.int().min(0).max(87_600).describe(about);

const window = z
  .object({
    startUtc: z
      .string()
      .max(5)
      .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/)
      .describe('Time of day, in UTC, at which the window opens, for example 02:30.'),
    durationMinutes: z.int().min(10).max(1440).describe('Length of the window.'),
  })
  .describe('Time of day in which rotations happen.');

interface Rotation {
  intervalDays: number;
  overlapHours: number;
  maxOverlapHours?: number;
}

const rotation = constrained(
  z.object({
    intervalDays: z.int().min(1).max(3650).describe('Age at which a client secret is replaced.'),
    overlapHours: hours('Minimum time in which the old and the new secret are both valid.'),
    quietHours: hours('Time without use before the old secret is retired.').optional(),
    maxOverlapHours: hours('Time after which the old secret is retired even if it is still used.').optional(),
    window: window.optional(),
  }),
  [
    {
      rule: 'self.overlapHours < self.intervalDays * 24',
      message: 'overlapHours must be shorter than intervalDays',
      member: 'overlapHours',
      holds: ({ overlapHours, intervalDays }: Rotation) => overlapHours < intervalDays * 24,
    },
    {
      rule: '!has(self.maxOverlapHours) || self.maxOverlapHours >= self.overlapHours',
      message: 'maxOverlapHours must be at least overlapHours',
      member: 'maxOverlapHours',
      holds: ({ overlapHours, maxOverlapHours }: Rotation) =>
        maxOverlapHours === undefined || maxOverlapHours >= overlapHours,
    },
  ],
).describe('When and how the generated client secret is replaced.');

const clientAuthentication = constrained(
  z.object({
    method: z
      .enum(['ClientSecret', 'KubernetesServiceAccount', 'PrivateKeyJWT'])
      .describe(
        'ClientSecret uses a secret. KubernetesServiceAccount uses the token of a pod, without a secret. PrivateKeyJWT uses JWTs that the application signs; jwks or jwksUri has its public keys.',
      ),
    serviceAccountRef: z
      .object({ name: subdomainName('metadata.name of the ServiceAccount, in the namespace of this resource.') })
      .describe('ServiceAccount whose pods can act as the application.')
      .optional(),
  }),
  [
    {
      rule: "(self.method == 'KubernetesServiceAccount') == has(self.serviceAccountRef)",
      message: 'serviceAccountRef is required for the method KubernetesServiceAccount, and not allowed for others',
      member: 'serviceAccountRef',
      holds: ({ method, serviceAccountRef }: { method: string; serviceAccountRef?: object }) =>
        (method === 'KubernetesServiceAccount') === (serviceAccountRef !== undefined),
    },
  ],
).describe('How the application authenticates at the token endpoint.');

/** Members of an application's spec for its client credentials. */
export const clientCredentialMembers = {
  generate: z.boolean().describe('Generates a client secret and writes it to the connection Secret.'),
  publicClient: z
    .boolean()
    .describe("The application runs on its users' devices and has no secret. It must use PKCE with S256."),
  clientAuthentication,
  credentials: z.object({ rotation: rotation.optional() }).describe("Settings of the application's credentials."),
};

/** Methods that need no secret. */
const secretless = ['KubernetesServiceAccount', 'PrivateKeyJWT'];

interface Client {
  managementPolicy?: string;
  publicClient?: boolean;
  generate?: boolean;
  clientSecretRef?: object;
  clientAuthentication?: { method: string; serviceAccountRef?: { name: string } };
  credentials?: { rotation?: object };
  grantTypes?: readonly string[];
  jwks?: string;
  jwksUri?: string;
}

const isPublic = 'self.?publicClient.orValue(false)';
const generates = 'self.?generate.orValue(false)';
const needsNoSecret = (client: Client) =>
  client.publicClient ||
  client.managementPolicy === 'Observe' ||
  secretless.includes(client.clientAuthentication?.method ?? '');

/** The client type that follows from the credentials in the spec, if it has any. */
export function clientTypeOf({ publicClient, clientAuthentication, clientSecretRef, generate }: Client) {
  if (publicClient) return 'public';
  if (clientAuthentication?.method === 'KubernetesServiceAccount') return 'workload';
  if (clientAuthentication?.method === 'PrivateKeyJWT') return 'private_key';
  return clientAuthentication || clientSecretRef || generate ? 'confidential' : undefined;
}

/** The ServiceAccount whose pods may act as the application; empty if the spec has other credentials. */
export const workloadOf = (client: Client, namespace: string) =>
  clientTypeOf(client) &&
  (clientTypeOf(client) === 'workload' ? `${namespace}/${client.clientAuthentication?.serviceAccountRef?.name}` : '');

/** Keys are in one place. A member that left the spec would keep its value, so the keys in one place empty the other. */
export const keysAt = (place: 'jwks' | 'jwksUri') => (client: Client) =>
  client[place] ?? (client.jwks !== undefined || client.jwksUri !== undefined ? '' : undefined);

export const clientCredentialConstraints: readonly Constraint[] = [
  {
    rule: `!(has(self.clientSecretRef) && ${generates})`,
    message: 'set exactly one of clientSecretRef and generate, not both',
    member: 'clientSecretRef',
    holds: ({ clientSecretRef, generate }: Client) => !(clientSecretRef && generate),
  },
  {
    rule: `${generates} || has(self.clientSecretRef) || ${isPublic} || self.managementPolicy == 'Observe' || (has(self.clientAuthentication) && self.clientAuthentication.method in ['KubernetesServiceAccount', 'PrivateKeyJWT'])`,
    message:
      'set exactly one of clientSecretRef and generate: true; only a public client and one that authenticates by ServiceAccount or private key need neither',
    holds: (client: Client) => !!client.clientSecretRef || !!client.generate || !!needsNoSecret(client),
  },
  {
    rule: "!has(self.clientAuthentication) || self.clientAuthentication.method != 'PrivateKeyJWT' || (has(self.jwks) != has(self.jwksUri) && !has(self.clientSecretRef) && !self.?generate.orValue(false))",
    message: 'the method PrivateKeyJWT needs exactly one of jwks and jwksUri, and neither clientSecretRef nor generate',
    member: 'clientAuthentication',
    holds: ({ clientAuthentication, jwks, jwksUri, clientSecretRef, generate }: Client) =>
      clientAuthentication?.method !== 'PrivateKeyJWT' ||
      ((jwks !== undefined) !== (jwksUri !== undefined) && !clientSecretRef && !generate),
  },
  {
    rule: `!${isPublic} || !(has(self.clientSecretRef) || ${generates} || has(self.clientAuthentication))`,
    message: 'a public client cannot have clientSecretRef, generate or clientAuthentication',
    member: 'publicClient',
    holds: (client: Client) =>
      !client.publicClient || !(client.clientSecretRef || client.generate || client.clientAuthentication),
  },
  {
    rule: `!${isPublic} || !has(self.grantTypes) || !('client_credentials' in self.grantTypes)`,
    message: 'a public client cannot use the grant type client_credentials, because it has no secret',
    member: 'grantTypes',
    holds: ({ publicClient, grantTypes }: Client) => !publicClient || !grantTypes?.includes('client_credentials'),
  },
  {
    rule: `!has(self.credentials) || !has(self.credentials.rotation) || ${generates}`,
    message: 'credentials.rotation needs generate: true, because only a generated secret can be replaced',
    member: 'credentials',
    holds: ({ credentials, generate }: Client) => !credentials?.rotation || generate === true,
  },
];
