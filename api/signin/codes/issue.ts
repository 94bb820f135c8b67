import { randomInt } from 'node:crypto';
import type { VerificationCode } from '@doorwright/crds/kinds/verification-code.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { answerDigests } from '../place/answer-digest.ts';
import type { AccountDeps } from '../place/deps.ts';
import { type Claim, codeId } from './claim.ts';

export const codeMinutes = 10;
const restMs = 60_000;
const digits = 6;

/** Names one code. A later code for the same address has another time. */
export interface CodeRef {
  organization: string;
  id: string;
  issued: string;
}

/**
 * Makes room for a new code, which voids the one before. It is one statement, so if two requests come at once, on any replicas,
 * one is refused as too early. The code itself is drawn when it is sent, and only its digest is stored.
 */
export async function issueCode(
  { sql, store }: Pick<Work, 'sql' | 'store'>,
  claim: Claim & { provider: string },
  { now, clientIp }: Pick<RequestContext, 'now' | 'clientIp'>,
  link = { browser: '', data: '' },
): Promise<CodeRef> {
  const { table, toRow } = store('verification-code');
  const { organization } = claim;
  const id = codeId(claim);
  const issued = now.toISOString();
  const row = toRow({
    ...claim,
    ...link,
    owner: organization,
    id,
    createdTime: issued,
    version: 1,
    digest: '',
    clientIp,
    attempts: 0,
    isUsed: false,
    expireTime: new Date(now.getTime() + codeMinutes * 60_000).toISOString(),
  });
  const stored = await sql(table)
    .insert(row)
    .onConflict(['owner', 'id'])
    .merge()
    // A code from the future dates from before the clock was set back. Its age is unknown.
    .whereNotBetween(`${table}.created_time`, [new Date(now.getTime() - restMs + 1), new Date(now.getTime() + restMs)])
    .returning('id');
  if (stored.length === 0) {
    const retryAfterSeconds = restMs / 1000;
    throw new Refusal('code-too-soon', {}, { retryAfterSeconds });
  }
  return { organization, id, issued };
}

type Deps = Pick<AccountDeps, 'db' | 'store' | 'box'>;

const rowOf = ({ db, store }: Omit<Deps, 'box'>, { organization, id, issued }: CodeRef) =>
  db(store('verification-code').table).where({ owner: organization, id, created_time: issued, is_used: false });

/** The request for a code, unless a newer code has replaced it. */
export async function issuedCode(deps: Omit<Deps, 'box'>, ref: CodeRef): Promise<VerificationCode | undefined> {
  const row = await rowOf(deps, ref).first();
  return row && (deps.store('verification-code').fromRow(row) as unknown as VerificationCode);
}

const newDigits = () => String(randomInt(10 ** digits)).padStart(digits, '0');

/** Draws the digits, or takes the secret of a link. Each try to send draws new ones, and voids older codes of the address. */
export async function drawCode(deps: Deps, ref: CodeRef, destination: string, code = newDigits()): Promise<string> {
  await rowOf(deps, ref).update({ digest: answerDigests(deps.box, ref.id, code)[0] });
  await deps
    .db(deps.store('verification-code').table)
    .where({ owner: ref.organization, destination })
    .whereNot('id', ref.id)
    .andWhere('created_time', '<=', ref.issued)
    .update({ digest: '' });
  return code;
}

/** Withdraws a code that could not be sent, so that the user can ask again at once. */
export const withdrawCode = (deps: Omit<Deps, 'box'>, ref: CodeRef): Promise<number> => rowOf(deps, ref).delete();
