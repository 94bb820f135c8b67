import { setImmediate } from 'node:timers/promises';
import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { administers, type Caller } from '../../../core/callers.ts';
import { errorMessage, messageForCode } from '../../../core/error-message.ts';
import { type FieldProblem, Refusal } from '../../../core/errors.ts';
import { checkRights } from '../../../core/objects/rules/check-rights.ts';
import { refuseIdentityProofs } from '../../../core/objects/rules/identity-proofs.ts';
import { judgeNew } from '../../../core/objects/rules/input.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import { columnsOf } from './columns.ts';
import { digestProblem } from './imported-password.ts';
import type { Cell } from './sheet/read-sheet.ts';

export interface RowReport {
  /** The row's number in the sheet. */
  row: number;
  id: string;
  outcome: 'created' | 'skipped' | 'failed';
  /** The field with the problem. Empty if it is the whole row. */
  field: string;
  why: string;
}

/** The problem of a row, in the caller's language. */
export type RowProblem = Pick<RowReport, 'field' | 'why'>;

export interface Candidate {
  row: number;
  id: string;
  user: Draft;
}

export const failed = ({ row, id }: Pick<Candidate, 'row' | 'id'>, wrong: RowProblem): RowReport => ({
  row,
  id,
  outcome: 'failed',
  ...wrong,
});

const truths = new Set(['1', 'true', 'yes']);

/** Converts a cell to its field's type. Sheets have flags as 0 and 1, and numbers in place of texts. */
function cellValue(cell: Cell, type: string): unknown {
  if (cell === null || cell === '') return undefined;
  const text = cell instanceof Date ? cell.toISOString() : String(cell).trim();
  if (type === 'boolean') return truths.has(text.toLowerCase());
  if (type === 'integer') return Number(text);
  if (type === 'array') return text.split(',').map((each) => each.trim());
  return text;
}

const fieldProblem = ({ field, code, params }: FieldProblem, language: string): RowProblem => ({
  field,
  why: messageForCode(language, code, params),
});

/** A report names one problem of a row, so only this one gets a message. */
export const problemOf = (refusal: Refusal, language: string): RowProblem => {
  const [problem] = refusal.fields;
  if (problem) return fieldProblem(problem, language);
  // Rules for passwords are outside the model, so their refusals name no field.
  const field = refusal.code.startsWith('password-') ? 'password' : '';
  return { field, why: errorMessage(refusal, language).message };
};

/** Says problems of rows. Thousands of rows may have the same one, so its words are put together once. */
function sayIn(language: string): (problem: FieldProblem) => RowProblem {
  const said = new Map<string, string>();
  return (problem) => {
    const about = JSON.stringify([problem.code, problem.params]);
    const why = said.get(about) ?? fieldProblem(problem, language).why;
    said.set(about, why);
    return { field: problem.field, why };
  };
}

/** Reads the rows of a sheet as users. An invalid row does not affect the others. */
export async function readCandidates(
  kind: Kind,
  [header = [], ...rows]: readonly Cell[][],
  { caller, now, language }: { caller: Caller; now: Date; language: string },
): Promise<{ candidates: Candidate[]; failures: RowReport[] }> {
  const types = new Map(fieldsOf(kind).map((field) => [field.name, field.type]));
  const columns = columnsOf(header).flatMap((name, at) =>
    name ? [{ name, at, type: types.get(name) ?? 'string' }] : [],
  );
  const say = sayIn(language);
  const candidates: Candidate[] = [];
  const failures: RowReport[] = [];
  for (const [index, row] of rows.entries()) {
    // Checking ten thousand rows takes a second, so other requests get their turn in between.
    if (index % 100 === 0) await setImmediate();
    const body: Record<string, unknown> = {};
    for (const { name, at, type } of columns) {
      const value = cellValue(row[at] ?? null, type);
      if (value !== undefined) body[name] = value;
    }
    if (Object.keys(body).length === 0) continue;
    const about = { row: index + 2, id: `${body.owner ?? ''}/${body.name ?? ''}` };
    try {
      const read = readUser(kind, body, caller, now);
      if ('user' in read) candidates.push({ ...about, user: read.user });
      else failures.push(failed(about, say(read.problem)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failures.push(failed(about, problemOf(error, language)));
    }
  }
  return { candidates, failures };
}

type ReadUser = { user: Draft } | { problem: FieldProblem };

function readUser(kind: Kind, body: Record<string, unknown>, caller: Caller, now: Date): ReadUser {
  const { passwordType = '', ...fields } = body;
  const judged = judgeNew(kind, fields, now);
  if ('problems' in judged) return { problem: judged.problems[0] as FieldProblem };
  const user = judged.object as Draft;
  // The same words as for a missing organization.
  if (!administers(caller, user.owner)) throw unknownOrganization(user.owner);
  checkRights(user, undefined, { caller });
  refuseIdentityProofs(kind, user, undefined, caller);
  const problem =
    passwordType && user.password ? digestProblem(String(passwordType), String(user.password)) : undefined;
  if (problem) return { problem: { field: 'password', ...problem } };
  const isDigest = passwordType !== '' && passwordType !== 'plain';
  return { user: { ...user, passwordType: isDigest && user.password ? passwordType : '' } };
}

export const unknownOrganization = (name: string) =>
  new Refusal(
    'unknown-reference',
    {},
    { fields: [{ field: 'owner', code: 'no-such-object', params: { kind: 'organization', name } }] },
  );
