import { z } from 'zod';
import { constrained } from '../constraint.ts';
import { subdomainName } from '../reference.ts';
import { aliasConstraint, markConstraints } from './object-names.ts';

/** The keys of an application's connection Secret. */
export const connectionKeys = [
  'OIDC_ISSUER_URL',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_DISCOVERY_URL',
  'OIDC_AUTHORIZATION_URL',
  'OIDC_TOKEN_URL',
  'OIDC_USERINFO_URL',
  'OIDC_JWKS_URL',
  'OIDC_END_SESSION_URL',
  'OIDC_SCOPES',
  'OIDC_AUDIENCE',
  'OIDC_REDIRECT_URI',
] as const;

const marks = (about: string) =>
  z.record(z.string().max(316), z.string().max(1024)).describe(about).meta({ maxProperties: 20 }).optional();

const metadata = constrained(
  z.object({
    labels: marks("Labels in addition to the operator's own."),
    annotations: marks("Annotations in addition to the operator's own."),
  }),
  markConstraints,
).describe('Metadata of the Secret.');

export const connectionSecret = constrained(
  z.object({
    name: subdomainName('metadata.name of the Secret. The default is the name of this resource with -oidc.').optional(),
    keyAliases: z
      .record(z.string().max(253), z.enum(connectionKeys))
      .describe('Additional keys of the Secret, each with the key whose value it copies.')
      .meta({ maxProperties: 20 })
      .optional(),
    template: z.object({ metadata: metadata.optional() }).describe('Template of the Secret.').optional(),
  }),
  [aliasConstraint],
).describe("The Secret with the application's connection data, and with its client secret if it is generated.");
