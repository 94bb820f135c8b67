import { z } from 'zod';
import type { Constraint } from '../constraint.ts';
import { declare } from '../declare.ts';
import { subdomainName } from '../reference.ts';

// These patterns mean the same in RE2 and JavaScript.
const address = '^https?://[^/?#]+';
const headerName = "^[-!#$%&'*+.^_`|~0-9A-Za-z]+$";

const urlConstraint: Constraint = {
  rule: `self.matches('${address}')`,
  message: 'url must begin with https:// or http:// and name a host',
  holds: (url: string) => new RegExp(address).test(url),
};

const passwordConstraint: Constraint = {
  rule: "!self.matches('^[a-z]+://[^/?#]*@')",
  message: 'url must hold no user name and no password: use a header with valueSecretRef',
  holds: (url: string) => !/^[a-z]+:\/\/[^/?#]*@/.test(url),
};

const reserved =
  '^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|webhook-.*)$';

const reservedConstraint: Constraint = {
  rule: `self.all(header, !header.name.lowerAscii().matches('${reserved}'))`,
  message: 'headers must leave out those that the server sets, such as Host, Content-Length and webhook-signature',
  holds: (headers: { name: string }[]) => headers.every(({ name }) => !new RegExp(reserved, 'i').test(name)),
};

const headerConstraint: Constraint = {
  rule: `self.all(header, header.name.matches("${headerName}"))`,
  message: "headers must have names of letters, digits and the characters !#$%&'*+-.^_`|~",
  holds: (headers: { name: string }[]) => headers.every(({ name }) => new RegExp(headerName).test(name)),
};

export const webhookDeclared = declare({
  shortName: 'dwhook',
  // Only a webhook of built-in names other organizations, and nobody declares anything in built-in.
  omits: ['organizations'],
  references: { organization: 'organizationRef' },
  granted: { organizationRef: ['isUserExtended'] },
  stopped: { isEnabled: false },
  secrets: { secret: 'keySecretRef', 'headers.value': 'valueSecretRef' },
  required: ['organizationRef', 'url'],
  immutable: ['organizationRef'],
  also: {
    secretName: subdomainName(
      'metadata.name of the Secret for a generated key of the signatures. The operator makes the key and writes it as WEBHOOK_SECRET. Without secretName and keySecretRef, the api makes a key, and administrators make another one to read it.',
    ),
  },
  constraints: [
    {
      rule: '!has(self.keySecretRef) || !has(self.secretName)',
      message: 'set keySecretRef for your own key, or secretName for a generated key, but not both',
      member: 'secretName',
      holds: ({ keySecretRef, secretName }: { keySecretRef?: object; secretName?: string }) =>
        !keySecretRef || !secretName,
    },
  ],
  contents: { url: [urlConstraint, passwordConstraint], headers: [headerConstraint, reservedConstraint] },
  status: {
    isEnabled: z
      .boolean()
      .describe(
        'Whether the webhook is called. The server disables a webhook that fails for three days, unless the spec says isEnabled: true.',
      )
      .optional(),
    failingSince: z.iso
      .datetime({ offset: true })
      .describe('Time of the first failure since the last success. Absent if the last call succeeded.')
      .optional(),
    problem: z.string().max(300).describe('Why the last call failed.').optional(),
    previousSecretUntil: z.iso
      .datetime({ offset: true })
      .describe('Time until which the key before the present one signs too.')
      .optional(),
    switchedOffTime: z.iso
      .datetime({ offset: true })
      .describe('When the operator switched the webhook off, because its organization no longer allows it.')
      .optional(),
  },
  columns: [
    { name: 'URL', type: 'string', jsonPath: '.spec.url', about: 'URL that is called.' },
    { name: 'Enabled', type: 'boolean', jsonPath: '.status.isEnabled', about: 'Whether the webhook is called.' },
    {
      name: 'Failing',
      type: 'date',
      jsonPath: '.status.failingSince',
      about: 'Time since the first failure after the last success.',
    },
  ],
  deletionPolicy: 'Delete',
});
