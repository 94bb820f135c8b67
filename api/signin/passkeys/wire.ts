import type { JsonSchema } from '@doorwright/crds/schema/schema.ts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

type Options = PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON;

const toBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
const withId = <T extends { id: string }>(each: T): T => ({ ...each, id: toBase64(each.id) });

/** Options as Casdoor 2022 sends them: without an envelope, and their bytes in standard base64. */
export const toWire = (options: Options) => ({
  publicKey: {
    ...options,
    challenge: toBase64(options.challenge),
    ...('user' in options && { user: withId(options.user) }),
    ...('excludeCredentials' in options && { excludeCredentials: options.excludeCredentials?.map(withId) }),
    ...('allowCredentials' in options && { allowCredentials: options.allowCredentials?.map(withId) }),
  },
});

/** The schema of these answers for the API document. */
export const wireSchema: JsonSchema = {
  type: 'object',
  properties: { publicKey: { type: 'object', additionalProperties: true } },
  required: ['publicKey'],
};
