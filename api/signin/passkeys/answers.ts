import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';

const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/);
const longest = 15_000;

const common = {
  id: bytes(1400).min(1).describe('ID of the credential, in base64url.'),
  rawId: bytes(1400).describe('The same.'),
  type: z.literal('public-key'),
};

/** The answer of a passkey that signs in (`AuthenticationResponseJSON`). */
export const assertionForm = z.object({
  ...common,
  response: z.object({
    authenticatorData: bytes(longest),
    clientDataJSON: bytes(longest),
    signature: bytes(longest),
    userHandle: bytes(200).nullish(),
  }),
});

/** The answer of a new passkey (`RegistrationResponseJSON`). */
export const attestationForm = z.object({
  ...common,
  response: z.object({
    attestationObject: bytes(longest),
    clientDataJSON: bytes(longest),
    transports: z.array(z.string().max(50)).max(10).default([]),
  }),
});

export type Assertion = z.output<typeof assertionForm>;
export type Attestation = z.output<typeof attestationForm>;

export const refused = () => new Refusal('passkey-refused');

/** Reads an answer that came as JSON in a member of a form. */
export function answerIn<T>(form: z.ZodType<T>, json: string): T {
  try {
    return form.parse(JSON.parse(json));
  } catch {
    throw refused();
  }
}

const clientData = z.object({ challenge: z.string(), crossOrigin: z.boolean().default(false) });

/** The challenge that an answer is for. A page inside a foreign page gets no answer accepted. */
export function challengeOf({ response }: Assertion | Attestation): string {
  const json = Buffer.from(response.clientDataJSON, 'base64url').toString();
  const { challenge, crossOrigin } = answerIn(clientData, json);
  if (crossOrigin) throw refused();
  return challenge;
}
