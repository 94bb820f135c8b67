import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import { type Person, type Reader, SourceError } from '../contract.ts';
import { incomplete } from '../incomplete.ts';
import { affiliationOf, readAffiliations } from './affiliations.ts';
import { connectTo, type DatabaseDeps, inWordsOf } from './connect.ts';
import { columnsOf, mapRow } from './mapping.ts';
import { checkColumns, type TableOfPeople, type TableRow, tablePeople } from './table-people.ts';

export interface ReaderDeps extends DatabaseDeps {
  /** The format of the passwords in the source, where it does not say it itself. */
  passwordType: string;
}

/** Refuses a syncer without the parts that every reading needs. */
function tableOf({ table, tablePrimaryKey, tableColumns }: Syncer): TableOfPeople {
  for (const [field, value] of Object.entries({ table, tablePrimaryKey, tableColumns }))
    if (value.length === 0) throw new SourceError(incomplete(field));
  return { table, key: tablePrimaryKey, columns: columnsOf(tableColumns) };
}

/** The people of a table. */
export async function openDatabaseReader(syncer: Syncer, deps: ReaderDeps): Promise<Reader> {
  const source = tableOf(syncer);
  const { avatarBaseUrl, tableColumns, affiliationTable } = syncer;
  const rules = { avatarBaseUrl, tableColumns, passwordType: deps.passwordType };
  const session = await connectTo(syncer, deps);
  const inWords = inWordsOf(syncer);

  async function open(): Promise<ReadonlyMap<string, string> | undefined> {
    await checkColumns(session, source);
    if (!affiliationTable) return;
    return readAffiliations(session, affiliationTable).catch(inWordsOf({ ...syncer, table: affiliationTable }));
  }
  const affiliations = await open().catch(async (error) => {
    await session.close();
    return inWords(error);
  });

  function toPerson({ key, values }: TableRow): Person {
    const { fields, compared, problem, digest } = mapRow(values, rules);
    const found = affiliations ? affiliationOf(affiliations, fields.score) : {};
    const trouble = problem ?? found.problem;
    const name = String(fields.name || fields.id || key);
    return {
      ...{ key, label: name.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200), compared },
      fields: trouble
        ? {}
        : { ...fields, name, ...(found.affiliation !== undefined && { affiliation: found.affiliation }) },
      ...(digest && !trouble && { digest }),
      ...(trouble && { problem: trouble }),
    };
  }

  return {
    groups: async () => [],
    async *people(reading) {
      try {
        yield* tablePeople(session, source, reading, async (rows) => rows.map(toPerson));
      } catch (error) {
        inWords(error);
      }
    },
    position: async () => undefined,
    close: () => session.close(),
  };
}
