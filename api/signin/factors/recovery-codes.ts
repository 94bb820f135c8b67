import { hash, randomInt } from 'node:crypto';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Sql } from '../../db/knex.ts';
import type { SecretBox } from '../../db/secret-box.ts';
import { answerDigests } from '../place/answer-digest.ts';
import type { AccountDeps } from '../place/deps.ts';
import { openNote, sealNote } from './sealed-note.ts';
import { storeFactor } from './stored-factors.ts';

type Whose = Pick<User, 'id'>;

const howMany = 10;
const length = 10;
/** Letters and digits that nobody mistakes for others. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const drawn = () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
const shown = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;
const typed = (code: string) => code.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '');

/** Ten new recovery codes, as the user keeps them. */
export const drawRecoveryCodes = (): string[] => Array.from({ length: howMany }, () => shown(drawn()));

/** The digests under which a code may be stored, the one of our current key first. */
const ownDigests = (box: SecretBox, { id }: Whose, code: string): string[] =>
  answerDigests(box, `recovery code of ${id}`, typed(code));

/** The same for a code that another product kept as a digest. A second digest with our key lets nobody try codes against it. */
const foreignDigests = (box: SecretBox, { id }: Whose, sha512: string): string[] =>
  answerDigests(box, `recovery digest of ${id}`, sha512);

/** Keycloak computes the digest of a code in upper case, without hyphens and blanks. */
const sha512Of = (code: string): string => hash('sha512', typed(code).toUpperCase(), 'base64');

/** Every digest under which a code may be stored. */
export const recoveryDigests = (box: SecretBox, user: Whose, code: string): string[] => [
  ...ownDigests(box, user, code),
  ...foreignDigests(box, user, sha512Of(code)),
];

/** Codes of another product: as users keep them, or only their digests. */
export interface ForeignCodes {
  codes: readonly string[];
  sha512: readonly string[];
}

/** The digests to store for codes of another product. */
export const digestsOfForeign = (box: SecretBox, user: Whose, { codes, sha512 }: ForeignCodes): string[] => [
  ...codes.map((code) => ownDigests(box, user, code)[0] as string),
  ...sha512.map((digest) => foreignDigests(box, user, digest)[0] as string),
];

const about = ({ id }: Whose) => `new recovery codes of ${id}`;

/** The codes on their way through the page that shows them. They are stored when the user has kept them. */
export const sealRecoveryCodes = (box: SecretBox, user: Whose, codes: readonly string[], now: Date): string =>
  sealNote(box, about(user), codes.join(' '), now);

export const openRecoveryCodes = (box: SecretBox, user: Whose, sealed: string, now: Date): string[] =>
  openNote(box, about(user), sealed, now).split(' ');

/** Stores digests of the codes in place of the user's last ones. */
export function storeRecoveryCodes(
  sql: Sql,
  deps: Pick<AccountDeps, 'box' | 'store'>,
  user: User,
  codes: readonly string[],
  now: Date,
): Promise<void> {
  const digests = codes.map((code) => ownDigests(deps.box, user, code)[0] as string);
  return storeFactor(sql, deps, user, { type: 'recovery', digests }, now);
}
