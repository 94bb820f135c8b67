import { randomBytes } from 'node:crypto';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import type { SecretBox } from '../../db/secret-box.ts';
import type { Verdict } from '../contracts/factor.ts';
import type { AccountDeps } from '../place/deps.ts';
import { openNote, sealNote } from './sealed-note.ts';
import { storeFactor } from './stored-factors.ts';
import { base32, stepOfCode } from './totp-code.ts';

/** The length of the secret, as RFC 4226 recommends it. */
const secretBytes = 20;

const about = ({ id }: Pick<User, 'id'>) => `new second factor of ${id}`;

/** What the page needs for a new app. `enrolment` is the same secret sealed: the server keeps nothing until a code proves it. */
export interface Enrolment {
  secret: string;
  uri: string;
  enrolment: string;
}

/** The address that apps read from the QR code. */
function uriOf(issuer: string, { owner, name }: Pick<User, 'owner' | 'name'>, secret: string): string {
  const label = [issuer, `${owner}/${name}`].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer })}`.replaceAll('+', '%20');
}

/** Draws the secret of a new app. */
export function beginEnrolment(box: SecretBox, user: User, issuer: string, now: Date): Enrolment {
  const bytes = randomBytes(secretBytes);
  const secret = base32(bytes);
  return {
    secret,
    uri: uriOf(issuer, user, secret),
    enrolment: sealNote(box, about(user), bytes.toString('base64url'), now),
  };
}

interface Proof {
  user: User;
  enrolment: string;
  code: string;
  now: Date;
}

/** Judges the first code of a new app. Its use stores the app, and the code works no second time. */
export function judgeEnrolment(
  deps: Pick<AccountDeps, 'box' | 'store'>,
  { user, enrolment, code, now }: Proof,
): Verdict {
  const secret = openNote(deps.box, about(user), enrolment, now);
  const step = stepOfCode(Buffer.from(secret, 'base64url'), code, { now });
  if (step === undefined) return { isRight: false, refusal: new Refusal('code-wrong') };
  return {
    isRight: true,
    becomes: { secondFactors: [...user.secondFactors, 'totp'] },
    useUp: (sql: Sql) => storeFactor(sql, deps, user, { type: 'totp', secret, lastStep: step }, now),
  };
}
