import type { ImportedObject } from '@doorwright/crds/options/imported.ts';
import type { FieldProblem } from '../../../../core/errors.ts';
import type { ForeignCodes } from '../../../../signin/factors/recovery-codes.ts';
import { bytesOfBase32 } from '../../../../signin/factors/totp-code.ts';

/** 80 bits, as the first apps had. Two codes betray a shorter secret to a computer that tries all of them. */
const shortestSecret = 16;
/** Shorter codes could be guessed in spite of the limits. */
const shortestCode = 8;
const sha512Bytes = 64;
const mostCodes = 20;

export interface SecondFactors {
  /** The secret of their app with codes. */
  app: Buffer | undefined;
  codes: ForeignCodes;
}

type Sent = Pick<ImportedObject, 'totp' | 'recoveryCodes' | 'recoveryDigests'>;

/** The good second factors of a user, and what is wrong with the others. */
export function readSecondFactors({ totp, recoveryCodes = [], recoveryDigests = [] }: Sent): SecondFactors & {
  problems: FieldProblem[];
} {
  const problems: FieldProblem[] = [];
  const isStrong = totp !== undefined && totp.length >= shortestSecret;
  if (totp !== undefined && !isStrong)
    problems.push({ field: 'totp', code: 'too-short', params: { min: shortestSecret } });
  const codes = recoveryCodes.filter((code, index) => {
    const isLong = code.replaceAll(/[\s-]/g, '').length >= shortestCode;
    if (!isLong) problems.push({ field: `recoveryCodes[${index}]`, code: 'too-short', params: { min: shortestCode } });
    return isLong;
  });
  const sha512 = recoveryDigests.filter((digest, index) => {
    const isDigest = Buffer.from(digest, 'base64').length === sha512Bytes;
    if (!isDigest) problems.push({ field: `recoveryDigests[${index}]`, code: 'wrong' });
    return isDigest;
  });
  const room = mostCodes - codes.length;
  if (sha512.length > room)
    problems.push({ field: 'recoveryDigests', code: 'too-many-entries', params: { max: mostCodes } });
  return { app: isStrong ? bytesOfBase32(totp) : undefined, codes: { codes, sha512: sha512.slice(0, room) }, problems };
}
