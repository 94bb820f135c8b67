import pg from 'pg';

interface Sent {
  text: string;
  values: readonly unknown[];
  name?: string;
}

/** The messages of Postgres's protocol that this file sends. */
interface Wire {
  parse(statement: { text: string }): void;
  bind(portal: object): void;
  execute(portal: object): void;
  sync(): void;
}

type Answered = (error: Error | undefined, answer: pg.QueryResult | pg.QueryResult[]) => void;

const Query = pg.Query as unknown as new (statement: object, answered: Answered) => pg.Submittable;

/**
 * A statement and the commit of its transaction, in one packet with one answer. If the statement fails, Postgres
 * skips the commit.
 */
class QueryAndCommit extends Query {
  /** The library calls this after it has bound the values. */
  _getRows(wire: Wire): void {
    wire.execute({});
    wire.parse({ text: 'COMMIT' });
    wire.bind({});
    wire.execute({});
    wire.sync();
  }
}

/** Runs a statement and commits. The answer is that of the statement. */
export const queryAndCommit = (connection: pg.ClientBase, { text, values, name }: Sent): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const statement = { text, values, name, queryMode: 'extended' };
    const query = new QueryAndCommit(statement, (error, answer) => {
      if (error) reject(error);
      else resolve([answer].flat()[0] as pg.QueryResult);
    });
    connection.query(query);
  });
