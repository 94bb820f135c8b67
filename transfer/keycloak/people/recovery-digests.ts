import { z } from 'zod';
import type { Credential } from '../representation.ts';

/** The codes that are left. Keycloak removes each one that is used. */
const secretData = z.object({ codes: z.array(z.object({ encodedHashedValue: z.string() })) });
const settings = z.object({ hashIterations: z.number().nullish(), algorithm: z.string().nullish() });

const mostCodes = 20;

/** Each code is the SHA-512 of its characters, which Keycloak calls RS512, in base64. */
export function recoveryDigests({ secretData: secretText, credentialData }: Credential): string[] | undefined {
  try {
    const { codes } = secretData.parse(JSON.parse(secretText));
    const { hashIterations, algorithm } = settings.parse(JSON.parse(credentialData));
    if ((hashIterations ?? 1) !== 1 || (algorithm ?? 'RS512') !== 'RS512') return;
    const digests = codes.map((code) => code.encodedHashedValue);
    return digests.every((each) => each.length === 88) ? digests.slice(0, mostCodes) : undefined;
  } catch {
    return;
  }
}
