/**
 * Services that everybody knows under one name. They tell their customers apart by the identity provider, so several organizations of an
 * installation use them. Each organization has an entity id and a key of its own there.
 */
const entityIds = new Set([
  'urn:federation:microsoftonline',
  'urn:amazon:webservices',
  'https://saml.salesforce.com',
  'https://slack.com',
  'google.com',
]);

/** The addresses for responses that such services have for all customers, without scheme and query. */
const addresses = new Set([
  'login.microsoftonline.com/login.srf',
  'signin.aws.amazon.com/saml',
  'login.salesforce.com',
]);

export const isSharedService = (entityId: string): boolean => entityIds.has(entityId);
export const isSharedAddress = (address: string): boolean => addresses.has(address);
