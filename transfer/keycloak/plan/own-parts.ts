/** Clients that Keycloak makes for itself in each realm. */
export const ownClients: ReadonlySet<string> = new Set([
  ...['account', 'account-console', 'admin-cli', 'broker', 'realm-management', 'security-admin-console'],
]);

/** Scopes that Keycloak makes in each realm. */
const scopesOfKeycloak = new Set([
  ...['acr', 'address', 'basic', 'email', 'microprofile-jwt', 'offline_access', 'organization', 'phone', 'profile'],
  ...['role_list', 'roles', 'saml_organization', 'service_account', 'web-origins'],
]);

export const isOwnScope = (name: string): boolean => scopesOfKeycloak.has(name);
