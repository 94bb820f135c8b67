import type { SqlSession } from '../../../core/sql-reader/open-sql.ts';
import type { SourceProblem } from '../contract.ts';

const mostAffiliations = 20_000;

/** The names of a table of affiliations by their IDs. */
export async function readAffiliations(session: SqlSession, table: string): Promise<ReadonlyMap<string, string>> {
  const rows = await session.rows({ table, columns: ['id', 'name'], rows: mostAffiliations });
  return new Map(rows.map(([id, name]) => [id ?? '', name ?? '']));
}

/** The affiliation of a person. In Casdoor 2022, their score is its ID. */
export function affiliationOf(
  affiliations: ReadonlyMap<string, string>,
  score: unknown,
): { affiliation?: string; problem?: SourceProblem } {
  if (!score) return {};
  const affiliation = affiliations.get(String(score));
  if (affiliation !== undefined) return { affiliation };
  return { problem: { code: 'affiliation-unknown', params: { id: String(score) }, field: 'affiliationTable' } };
}
