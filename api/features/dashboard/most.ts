import type { RouteDeps } from '../../kinds/route-deps.ts';
import { type Span, signInsIn } from './span.ts';

export interface Counted {
  name: string;
  count: number;
}

export interface Most {
  /** How people signed in: `password`, `code`, `passkey`, or `provider` with its name. */
  methods: Counted[];
  /** Where they signed in, as owner/name. */
  applications: Counted[];
  /** Why they failed. */
  failures: Counted[];
}

const shown = 5;

/** The first words of a record's reason: a provider has a name, and the steps of a sign-in follow its method. */
const method = `CASE WHEN reason = '' THEN 'password'
  WHEN reason LIKE 'provider %' THEN 'provider ' || split_part(reason, ' ', 2) ELSE split_part(reason, ' ', 1) END`;

/** The most frequent methods, applications and failures of sign-ins. One statement reads the records once. */
export async function mostOf(deps: Pick<RouteDeps, 'db' | 'store'>, span: Span): Promise<Most> {
  const { db } = deps;
  const rows: { method: string | null; application: string | null; failure: string | null; count: string }[] = await db
    .from(
      signInsIn(deps, span)
        .select({
          method: db.raw(`CASE WHEN outcome = 'ok' THEN ${method} END`),
          application: db.raw(`CASE WHEN outcome = 'ok' THEN nullif(application, '') END`),
          failure: db.raw(`CASE WHEN outcome = 'refused' THEN reason END`),
        })
        .as('sign_ins'),
    )
    .select('method', 'application', 'failure')
    .count({ count: '*' })
    .groupByRaw('GROUPING SETS ((method), (application), (failure))')
    .orderBy('count', 'desc');
  const first = (name: 'method' | 'application' | 'failure'): Counted[] =>
    rows
      .flatMap(({ [name]: value, count }) => (value === null ? [] : [{ name: value, count: Number(count) }]))
      .slice(0, shown);
  return { methods: first('method'), applications: first('application'), failures: first('failure') };
}
