import { z } from 'zod';
import type { Told } from '../problem.ts';

const longestCredential = 20_000;

/** A passkey credential in the JSON form of Casdoor 2022. */
export const webauthnCredential = z
  .looseObject({
    ID: z.string().max(2000),
    PublicKey: z.string().max(10_000).default(''),
    AttestationType: z.string().max(100).default(''),
    Authenticator: z
      .object({
        AAGUID: z.string().max(100).default(''),
        SignCount: z.int().default(0),
        CloneWarning: z.boolean().default(false),
      })
      .default({ AAGUID: '', SignCount: 0, CloneWarning: false }),
  })
  // Other members are unknown; only their total length is limited.
  .refine((credential) => JSON.stringify(credential).length <= longestCredential, {
    error: 'must not be too long',
    params: { code: 'too-long', params: { max: longestCredential } } satisfies Told,
  });
