import { z } from 'zod';
import { brandConstraints } from '../brand/declared.ts';
import type { Constraint } from '../constraint.ts';
import { declare } from '../declare.ts';
import {
  checkSignupItems,
  rulesOf,
  type SignupItem,
  type SignupItemName,
  signupItemNames,
} from '../options/signup-items.ts';
import { revocations } from './allowed-referrers.ts';
import {
  clientCredentialConstraints,
  clientCredentialMembers,
  clientTypeOf,
  keysAt,
  workloadOf,
} from './client-credentials.ts';
import { connectionSecret } from './connection-secret.ts';

const each = (condition: string) => `self.all(uri, ${condition})`;
const everyUri = (condition: (uri: string) => boolean) => (uris: readonly string[]) => uris.every(condition);

// These patterns mean the same in RE2 and JavaScript. The part before an @ is a user name, and browsers read \ as /.
const safe = String.raw`^(https://[^/?#@\\]+|http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]*)?)([/?][^#]*)?$`;
const wildcardHost = String.raw`^[a-z]+://[^/?]*\*`;

const redirectConstraints: readonly Constraint[] = [
  {
    rule: each(`uri.matches(r'${safe}')`),
    message:
      'redirectUris must begin with https:// and have neither user nor fragment; http:// is allowed for localhost, 127.0.0.1 and [::1] only',
    holds: everyUri((uri) => new RegExp(safe).test(uri)),
  },
  {
    rule: each(`!uri.matches(r'${wildcardHost}')`),
    message: 'redirectUris must name their host in full, without *',
    holds: everyUri((uri) => !new RegExp(wildcardHost).test(uri)),
  },
];

const servicePattern = String.raw`^[a-z]+://[^*/?#\\]+((/[^*?#\\]*)?/\*|[/?][^*#\\]*)?$`;

const serviceConstraints: readonly Constraint[] = [
  {
    rule: each(`uri.matches(r'${safe}')`),
    message:
      'casServices must begin with https:// and have neither user nor fragment; http:// is allowed for localhost, 127.0.0.1 and [::1] only',
    holds: everyUri((uri) => new RegExp(safe).test(uri)),
  },
  {
    rule: each(`uri.matches(r'${servicePattern}')`),
    message: 'casServices may have * only as /* at the end of the path',
    holds: everyUri((uri) => new RegExp(servicePattern).test(uri)),
  },
];

const quoted = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`;

/** `item.rule`, or the api's default for it. */
const of = (member: string, otherwise: string) => `(has(item.${member}) ? item.${member} : ${otherwise})`;

const named = (values: readonly string[]) => values.map((value) => `"${value}"`).join(' or ');

const ruled: readonly SignupItemName[] = signupItemNames.filter((name) => rulesOf(name).length > 1);
const rulesFit = ruled.map((name) => `(item.name == '${name}' && ${of('rule', "'None'")} in ${quoted(rulesOf(name))})`);
const noRule = `(!(item.name in ${quoted(ruled)}) && ${of('rule', "'None'")} == 'None')`;

const signupConstraint = (condition: string, member: keyof SignupItem, message: string): Constraint => ({
  rule: `self.all(item, ${condition})`,
  message,
  holds: (items: SignupItem[]) => !checkSignupItems(items).some((problem) => problem.path.endsWith(`.${member}`)),
});

const signupConstraints = [
  signupConstraint(
    [...rulesFit, noRule].join(' || '),
    'rule',
    `rule must be ${ruled.map((name) => `${named(rulesOf(name))} for ${name}`).join('; ')}; "None" for all others`,
  ),
  signupConstraint(
    `item.name == 'ID' || ${of('visible', 'true')} || !${of('required', 'true')}`,
    'required',
    'required must be false for a sign-up item that is not visible',
  ),
  signupConstraint(
    `!${of('prompted', 'false')} || (item.name != 'ID' && !${of('visible', 'true')})`,
    'prompted',
    'prompted must be false for a sign-up item that is visible, and for ID',
  ),
];

export const applicationDeclared = declare({
  shortName: 'dwapp',
  // A custom resource must not have http addresses of other machines.
  omits: ['clientType', 'workload', 'allowHttpRedirects'],
  derives: {
    clientType: clientTypeOf,
    workload: workloadOf,
    jwks: keysAt('jwks'),
    jwksUri: keysAt('jwksUri'),
    // With the revocation Disable, the application is enabled as long as it is allowed.
    isEnabled: ({ isEnabled, revocation }) => isEnabled ?? (revocation === 'Disable' ? true : undefined),
  },
  references: { organization: 'organizationRef', cert: 'certRef', 'providers.name': 'providerRef' },
  starts: { apiAccess: 'read-account', identifierFirst: true },
  granted: { organizationRef: ['apiAccess', 'enableSignUp'] },
  stopped: { isEnabled: false },
  secrets: { clientSecret: 'clientSecretRef' },
  required: ['organizationRef'],
  immutable: ['organizationRef', 'clientId'],
  also: {
    ...clientCredentialMembers,
    connectionSecret,
    revocation: z
      .enum(revocations)
      .describe(
        'What happens when a reference is no longer allowed. Freeze (the default) leaves the application unchanged. Disable switches it off. Disable on the Organization holds too, for its own permission.',
      ),
  },
  constraints: [...clientCredentialConstraints, ...brandConstraints],
  contents: { redirectUris: redirectConstraints, casServices: serviceConstraints, signupItems: signupConstraints },
  status: {
    issuer: z.string().max(1024).describe('Issuer of the tokens.').optional(),
    clientId: z.string().max(100).describe('ID of the application in protocols.').optional(),
    binding: z
      .object({ name: z.string().max(253).describe('metadata.name of the connection Secret.') })
      .describe('The connection Secret, in the form of the Service Binding specification.')
      .optional(),
    switchedOffTime: z.iso
      .datetime({ offset: true })
      .describe(
        'Time when the operator switched the application off, because one of its references is no longer allowed.',
      )
      .optional(),
    organizationRevocation: z
      .enum(revocations)
      .describe('Disable, if the Organization says so. It holds when the resource of the Organization is deleted.')
      .optional(),
  },
  columns: [
    { name: 'ClientID', type: 'string', jsonPath: '.status.clientId', about: 'ID of the application in protocols.' },
  ],
  deletionPolicy: 'Delete',
});
