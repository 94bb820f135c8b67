import { z } from 'zod';
import { constrained } from '../constraint.ts';
import { labelName, subdomainName } from '../reference.ts';

interface Rotation {
  intervalDays: number;
  overlapHours: number;
}

const rotation = constrained(
  z.object({
    intervalDays: z.int().min(1).max(3650).describe('Age at which the token is replaced.'),
    overlapHours: z.int().min(0).max(8760).describe('Time in which the token before it works too.'),
  }),
  [
    {
      rule: 'self.overlapHours < self.intervalDays * 24',
      message: 'overlapHours must be shorter than intervalDays',
      member: 'overlapHours',
      holds: ({ overlapHours, intervalDays }: Rotation) => overlapHours < intervalDays * 24,
    },
  ],
).describe('When the token is replaced. Without it, only the annotation doorwright.dev/rotate-at replaces it.');

const scimToken = z.object({
  name: labelName('Name of the token, for records and for people.'),
  secretName: subdomainName(
    'metadata.name of the Secret. The operator makes the token and writes it as SCIM_TOKEN, with the address as SCIM_URL.',
  ),
  rotation: rotation.optional(),
});

export type DeclaredScimToken = z.output<typeof scimToken>;

/** The tokens with which programs provision the organization. */
export const scimTokens = constrained(
  z
    .array(scimToken)
    .max(10)
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] }),
  [
    {
      rule: 'self.all(token, self.exists_one(other, other.secretName == token.secretName))',
      message: 'scimTokens must have a Secret each',
      holds: (tokens: DeclaredScimToken[]) =>
        new Set(tokens.map(({ secretName }) => secretName)).size === tokens.length,
    },
  ],
).describe('Tokens with which programs provision the users and groups of the organization by SCIM, each in a Secret.');

/** What the status tells about each. */
export const scimTokenStates = z
  .array(
    z.object({
      name: labelName('Name of the token.'),
      previousUntil: z.iso
        .datetime({ offset: true })
        .describe('Time until which the token before it works too.')
        .optional(),
    }),
  )
  .max(10)
  .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] })
  .describe('The declared tokens for SCIM.')
  .optional();
