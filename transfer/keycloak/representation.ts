import { z } from 'zod';

/** Keycloak leaves out what is unset, and people who write a realm by hand leave out more. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const flag = (unset: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? unset);
const list = <S extends z.ZodType>(entry: S) =>
  z
    .array(entry)
    .nullish()
    .transform((entries) => entries ?? []);
const map = <S extends z.ZodType>(value: S) =>
  z
    .record(z.string(), value)
    .nullish()
    .transform((entries) => entries ?? {});
const seconds = z
  .number()
  .nullish()
  .transform((value) => value ?? undefined);

const mapper = z.object({ name: z.string(), protocolMapper: text, config: map(text) });
export type ProtocolMapper = z.infer<typeof mapper>;

const component = z.object({ name: text, providerId: text, config: map(list(text)) });
export type Component = z.infer<typeof component>;

const client = z.object({
  ...{ clientId: z.string().min(1), name: text, description: text, protocol: text, secret: text },
  ...{ enabled: flag(true), publicClient: flag(false), bearerOnly: flag(false), consentRequired: flag(false) },
  ...{ standardFlowEnabled: flag(true), implicitFlowEnabled: flag(false), directAccessGrantsEnabled: flag(false) },
  ...{ serviceAccountsEnabled: flag(false), authorizationServicesEnabled: flag(false), fullScopeAllowed: flag(true) },
  ...{ rootUrl: text, baseUrl: text, clientAuthenticatorType: text, redirectUris: list(z.string()) },
  ...{ attributes: map(text), protocolMappers: list(mapper), authenticationFlowBindingOverrides: map(text) },
  ...{ defaultClientScopes: list(z.string()), optionalClientScopes: list(z.string()) },
});
export type Client = z.infer<typeof client>;

const identityProvider = z.object({
  ...{ alias: z.string().min(1), displayName: text, providerId: text, enabled: flag(true) },
  ...{ linkOnly: flag(false), hideOnLogin: flag(false), config: map(text) },
});
export type IdentityProvider = z.infer<typeof identityProvider>;

const identityProviderMapper = z.object({
  ...{ name: z.string(), identityProviderAlias: text, identityProviderMapper: text, config: map(text) },
});
export type IdentityProviderMapper = z.infer<typeof identityProviderMapper>;

const role = z.object({
  ...{ name: z.string().min(1), description: text, attributes: map(list(text)) },
  composites: z
    .object({ realm: list(z.string()), client: map(list(z.string())) })
    .nullish()
    .transform((found) => found ?? { realm: [], client: {} }),
});
export type Role = z.infer<typeof role>;

const groupItself = z.object({
  ...{ name: z.string().min(1), attributes: map(list(text)) },
  ...{ realmRoles: list(z.string()), clientRoles: map(list(z.string())) },
});
export interface Group extends z.output<typeof groupItself> {
  subGroups: Group[];
}
export interface GroupInput extends z.input<typeof groupItself> {
  subGroups?: GroupInput[] | null | undefined;
}
const group: z.ZodType<Group, GroupInput> = groupItself.extend({ subGroups: z.lazy(() => list(group)) });

const scope = z.object({ name: z.string(), protocol: text, protocolMappers: list(mapper) });

export const realm = z.object({
  ...{
    realm: z.string().min(1),
    enabled: flag(true),
    displayName: text,
    passwordPolicy: text,
    defaultSignatureAlgorithm: text,
  },
  ...{ registrationAllowed: flag(false), loginWithEmailAllowed: flag(true), duplicateEmailsAllowed: flag(false) },
  ...{ internationalizationEnabled: flag(false), defaultLocale: text, bruteForceProtected: flag(false) },
  ...{ accessTokenLifespan: seconds, offlineSessionIdleTimeout: seconds },
  ...{ ssoSessionIdleTimeout: seconds, ssoSessionMaxLifespan: seconds, ssoSessionMaxLifespanRememberMe: seconds },
  ...{ rememberMe: flag(false), loginTheme: text, emailTheme: text, accountTheme: text },
  ...{ smtpServer: map(text), eventsListeners: list(z.string()), attributes: map(text) },
  ...{ defaultGroups: list(z.string()), groups: list(group) },
  roles: z
    .object({ realm: list(role), client: map(list(role)) })
    .nullish()
    .transform((found) => found ?? { realm: [], client: {} }),
  ...{ clients: list(client), clientScopes: list(scope), components: map(list(component)) },
  ...{ identityProviders: list(identityProvider), identityProviderMappers: list(identityProviderMapper) },
  requiredActions: list(z.object({ alias: text, defaultAction: flag(false), enabled: flag(true) })),
  authenticationFlows: list(z.object({ alias: text, topLevel: flag(true), builtIn: flag(false) })),
  localizationTexts: map(z.unknown()),
  organizations: list(z.object({ name: text })),
});
export type Realm = z.infer<typeof realm>;
export type RealmInput = z.input<typeof realm>;

const credential = z.object({
  ...{ type: text, userLabel: text, secretData: text, credentialData: text, priority: z.number().nullish() },
});
export type Credential = z.infer<typeof credential>;

const federatedIdentity = z.object({ identityProvider: text, userId: text, userName: text });

/** A user of a realm. The word of this product for a program's user is a service account. */
export const person = z.object({
  ...{ id: text, username: z.string().min(1), email: text, emailVerified: flag(false), enabled: flag(false) },
  ...{ firstName: text, lastName: text, createdTimestamp: z.number().nullish(), serviceAccountClientId: text },
  ...{ attributes: map(list(text)), requiredActions: list(z.string()), credentials: list(credential) },
  ...{ federatedIdentities: list(federatedIdentity), federationLink: text },
  ...{ groups: list(z.string()), realmRoles: list(z.string()), clientRoles: map(list(z.string())) },
});
export type Person = z.infer<typeof person>;
export type PersonInput = z.input<typeof person>;
