import type { Kind } from '@doorwright/crds';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { messageForCode } from '../../../core/error-message.ts';
import { Refusal } from '../../../core/errors.ts';
import { type RequestContext, record } from '../../../core/objects/history/records.ts';
import { checkReferences } from '../../../core/objects/references/references.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../../core/objects/rules/organization-named.ts';
import { translateConflict } from '../../../core/objects/storage/conflicts.ts';
import type { Db, Sql } from '../../../db/knex.ts';
import { checkPassword, passwordColumns } from '../new-password.ts';
import { invalidateCosts } from '../passwords/cached-costs.ts';
import { nextRanking, withDefaults } from '../user.ts';
import { type Candidate, failed, problemOf, type RowProblem, type RowReport, readCandidates } from './candidates.ts';
import { hashAll } from './hash-all.ts';
import type { Cell } from './sheet/read-sheet.ts';
import { batches, withoutTaken } from './taken-values.ts';
import { tooManyCosts, withoutTooCostly } from './without-too-costly.ts';

export interface Import {
  created: number;
  skipped: number;
  failed: number;
  seconds: number;
  rows: RowReport[];
}

interface Importing {
  work: Work;
  db: Db;
  context: RequestContext;
  language: string;
  isDryRun: boolean;
}

const placeOf = ({ user }: Candidate) => JSON.stringify([user.owner, user.signupApplication]);

/** Separates rows with an unknown organization or application. Each pair is looked up once. */
async function withoutUnknownReferences(kind: Kind, candidates: readonly Candidate[], work: Work, language: string) {
  const problems = new Map<string, RowProblem>();
  const places = new Map(candidates.map((each) => [placeOf(each), each.user]));
  for (const [place, { owner, signupApplication }] of places) {
    const object = { owner, signupApplication };
    await checkReferences(work.sql, work.registry, { kind, object, caller: work.caller }).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
      problems.set(place, problemOf(error, language));
    });
  }
  const valid = candidates.filter((each) => !problems.has(placeOf(each)));
  const reports = candidates.flatMap((each) => {
    const wrong = problems.get(placeOf(each));
    return wrong ? [failed(each, wrong)] : [];
  });
  return { valid, reports };
}

interface Finished {
  users: Candidate[];
  refused: RowReport[];
}

/** The users in their stored form, with ids, ranks and hashed passwords. */
async function prepareUsers(
  candidates: readonly Candidate[],
  work: Work,
  { language, isDryRun }: { language: string; isDryRun: boolean },
): Promise<Finished> {
  const organizations = new Map<string, { organization: Organization; ranking: number }>();
  for (const owner of new Set(candidates.map((each) => each.user.owner))) {
    const organization = await organizationNamed(owner, work);
    if (organization) organizations.set(owner, { organization, ranking: await nextRanking(owner, work) });
  }
  const ready = candidates.flatMap((each) => {
    const place = organizations.get(each.user.owner);
    if (!place) return [];
    return [
      { ...each, organization: place.organization, user: withDefaults(each.user, place.organization, place.ranking++) },
    ];
  });
  const outcomes = await hashAll(ready, async ({ organization, ...each }): Promise<Candidate | RowReport> => {
    // A digest reveals nothing about the strength of its password.
    if (each.user.passwordType) return each;
    try {
      if (isDryRun) {
        // A hash takes long, and nobody would keep it.
        if (each.user.password) checkPassword(String(each.user.password), organization);
        return each;
      }
      const password = await passwordColumns(String(each.user.password), organization, work.now);
      return { ...each, user: { ...each.user, ...password } as Draft };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return failed(each, problemOf(error, language));
    }
  });
  return {
    users: outcomes.filter((each) => 'user' in each),
    refused: outcomes.filter((each) => 'outcome' in each),
  };
}

/** Writes all rows or none. A row whose name was taken meanwhile is skipped. */
async function insertAll(
  candidates: readonly Candidate[],
  work: Work,
  { context, language }: { context: RequestContext; language: string },
): Promise<RowReport[]> {
  const { table, toRow } = work.store('user');
  const created = new Set<string>();
  for (const part of batches(candidates)) {
    const rows = part.map(({ user }) => toRow(user));
    const written = await work.sql(table).insert(rows).onConflict().ignore().returning(['owner', 'name']);
    for (const row of written) created.add(`${row.owner}/${row.name}`);
  }
  for (const organization of new Set(candidates.map((each) => each.user.owner))) {
    const count = [...created].filter((id) => id.startsWith(`${organization}/`)).length;
    await record(work, context, { organization, object: `${count} users` });
  }
  return candidates.map(({ row, id }) =>
    created.has(id)
      ? { row, id, outcome: 'created', field: '', why: '' }
      : // Another request took the name, address or id meanwhile.
        { row, id, outcome: 'skipped', field: '', why: messageForCode(language, 'duplicate', { kind: 'User' }) },
  );
}

/** Creates users from the rows of a sheet, and reports the result of each row. A dry run reports what would be created, and writes nothing. */
export async function importUsers(
  sheet: readonly Cell[][],
  { work, db, context, language, isDryRun }: Importing,
): Promise<Import> {
  const startedAt = performance.now();
  const kind = work.registry.named('user');
  const { candidates, failures } = await readCandidates(kind, sheet, { ...work, language });
  const { free, reports: taken } = await withoutTaken(db, work.store('user'), candidates, language);
  const { valid, reports: unknown } = await withoutUnknownReferences(kind, free, work, language);
  const tooCostly = (all: readonly Candidate[]) => all.map((each) => failed(each, problemOf(tooManyCosts, language)));
  const { payable, costly } = await withoutTooCostly(work, valid);
  const { users, refused } = await prepareUsers(payable, work, { language, isDryRun });
  const write = async (sql: Sql) => {
    const writing = { ...work, sql };
    // Minutes may have passed, so both checks run again, under locks.
    const still = await withoutUnknownReferences(kind, users, writing, language);
    const { payable: paid, costly: late } = await withoutTooCostly(writing, still.valid);
    return [...still.reports, ...tooCostly(late), ...(await insertAll(paid, writing, { context, language }))];
  };
  const written = isDryRun
    ? users.map(({ row, id }): RowReport => ({ row, id, outcome: 'created', field: '', why: '' }))
    : await db.transaction(write).catch((error) => {
        throw translateConflict(kind, error);
      });
  if (!isDryRun) for (const owner of new Set(users.map(({ user }) => user.owner))) invalidateCosts(db, owner);
  const rows = [...failures, ...taken, ...unknown, ...tooCostly(costly), ...refused, ...written].toSorted(
    (a, b) => a.row - b.row,
  );
  const count = (outcome: RowReport['outcome']) => rows.filter((each) => each.outcome === outcome).length;
  return {
    created: count('created'),
    skipped: count('skipped'),
    failed: count('failed'),
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    rows,
  };
}
