import type { FieldProblem } from '../../../../core/errors.ts';
import { bytesOfBase32 } from '../../../../signin/factors/totp-code.ts';

/** 80 bits, as the first apps had. Two codes betray a shorter secret to a computer that tries all of them. */
const shortest = 16;

/** The secret of an app with codes. */
export function bytesOfApp(totp: string | undefined): { app: Buffer | undefined; problems: FieldProblem[] } {
  if (totp === undefined) return { app: undefined, problems: [] };
  if (totp.length < shortest)
    return { app: undefined, problems: [{ field: 'totp', code: 'too-short', params: { min: shortest } }] };
  return { app: bytesOfBase32(totp), problems: [] };
}
