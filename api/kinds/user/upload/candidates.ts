import { setImmediate } from 'node:timers/promises';
import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { administers, type Caller } from '../../../core/callers.ts';
import { errorMessage } from '../../../core/error-message.ts';
import { Refusal } from '../../../core/errors.ts';
import { refuseIdentityProofs } from '../../../core/objects/identity-proofs.ts';
import { parseNew } from '../../../core/objects/input.ts';
import type { Draft } from '../../../core/objects/kind-hooks.ts';
import { checkRights } from '../../../core/objects/rights.ts';
import { columnsOf } from './columns.ts';
import { digestProblem } from './imported-password.ts';
import type { Cell } from './sheet/read-sheet.ts';

export interface RowReport {
  /** As the sheet numbers it. */
  row: number;
  id: string;
  outcome: 'created' | 'skipped' | 'failed';
  /** Which of its fields is the reason; empty where it is the row as a whole. */
  field: string;
  why: string;
}

/** What is wrong with a row, in the language of whoever uploads. */
export type Wrong = Pick<RowReport, 'field' | 'why'>;

export interface Candidate {
  row: number;
  id: string;
  user: Draft;
}

export const failed = ({ row, id }: Pick<Candidate, 'row' | 'id'>, wrong: Wrong): RowReport => ({
  row,
  id,
  outcome: 'failed',
  ...wrong,
});

const truths = new Set(['1', 'true', 'yes']);

/** A cell as the model's type of its field; sheets hold flags as 0 and 1, and numbers where texts are meant. */
function cellValue(cell: Cell, type: string): unknown {
  if (cell === null || cell === '') return undefined;
  const text = cell instanceof Date ? cell.toISOString() : String(cell).trim();
  if (type === 'boolean') return truths.has(text.toLowerCase());
  if (type === 'integer') return Number(text);
  if (type === 'array') return text.split(',').map((each) => each.trim());
  return text;
}

export const wrongOf = (refusal: Refusal, language: string): Wrong => {
  const { message, fields } = errorMessage(refusal, language);
  const [problem] = fields;
  if (problem) return { field: problem.field, why: problem.message };
  // What a password must be like is no matter of the model, so its refusals name no field.
  const field = refusal.code.startsWith('password-') ? 'password' : '';
  return { field, why: message };
};

/** Reads the rows of a sheet as users. Each stands alone: one that cannot be one hinders no other. */
export async function readCandidates(
  kind: Kind,
  [header = [], ...rows]: readonly Cell[][],
  { caller, now, language }: { caller: Caller; now: Date; language: string },
): Promise<{ candidates: Candidate[]; failures: RowReport[] }> {
  const columns = columnsOf(header);
  const types = new Map(fieldsOf(kind).map((field) => [field.name, field.type]));
  const candidates: Candidate[] = [];
  const failures: RowReport[] = [];
  for (const [index, row] of rows.entries()) {
    // Ten thousand rows are a second of judging; others get their turn in between.
    if (index % 100 === 0) await setImmediate();
    const cells = columns.flatMap((name, at) => {
      const value = name && cellValue(row[at] ?? null, types.get(name) ?? 'string');
      return value === undefined ? [] : [[name, value] as const];
    });
    if (cells.length === 0) continue;
    const body = Object.fromEntries(cells) as Record<string, unknown>;
    const about = { row: index + 2, id: `${body.owner ?? ''}/${body.name ?? ''}` };
    try {
      candidates.push({ ...about, user: readUser(kind, body, caller, now) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failures.push(failed(about, wrongOf(error, language)));
    }
  }
  return { candidates, failures };
}

function readUser(kind: Kind, body: Record<string, unknown>, caller: Caller, now: Date): Draft {
  const { passwordType = '', ...fields } = body;
  const user = parseNew(kind, fields, now) as Draft;
  // The same words as for an organization that does not exist.
  if (!administers(caller, user.owner)) throw unknownOrganization(user.owner);
  checkRights(user, undefined, { caller });
  refuseIdentityProofs(kind, user, undefined, caller);
  const problem =
    passwordType && user.password ? digestProblem(String(passwordType), String(user.password)) : undefined;
  if (problem) throw new Refusal('invalid', {}, { fields: [{ field: 'password', ...problem }] });
  const isDigest = passwordType !== '' && passwordType !== 'plain';
  return { ...user, passwordType: isDigest && user.password ? passwordType : '' };
}

export const unknownOrganization = (name: string) =>
  new Refusal(
    'unknown-reference',
    {},
    { fields: [{ field: 'owner', code: 'no-such-object', params: { kind: 'organization', name } }] },
  );
