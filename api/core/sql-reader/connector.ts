import type { Limits, Row, Selection, SqlProblem, SqlSource } from './source.ts';

/** The work of one thread. The egress gate resolved the host and allowed these addresses. */
export interface Assignment {
  source: SqlSource;
  addresses: { address: string; family: number }[];
  selection: Selection;
  limits: Limits;
}

/** The client of one dialect. It runs in the thread only. */
export interface Connector {
  read(assignment: Assignment): Promise<Row[]>;
  /** Translates the driver's codes into a problem. */
  problemOf(error: Error & { code?: string }): SqlProblem;
}
