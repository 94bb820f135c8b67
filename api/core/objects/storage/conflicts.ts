import type { Kind } from '@doorwright/crds';
import { snake, tableOf } from '@doorwright/crds/derive/tables.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { Refusal } from '../../errors.ts';

interface PgError extends Error {
  code: string;
  constraint?: string;
  detail?: string;
}

const isUniqueViolation = (error: unknown): error is PgError =>
  error instanceof Error && (error as PgError).code === '23505';

/** Turns a unique violation of Postgres into an error that names the taken value. */
export function translateConflict(kind: Kind, error: unknown): unknown {
  if (!isUniqueViolation(error)) return error;
  const index = tableOf(kind).indexes.find((each) => each.name === error.constraint);
  if (!index) return new Refusal('duplicate', { kind: kind.kind }, { cause: error });
  const taken = fieldsOf(kind).filter((field) => field.name !== 'owner' && index.columns.includes(snake(field.name)));
  const names = taken.map((field) => field.title).join(', ');
  return new Refusal(
    'not-unique',
    { kind: kind.kind, field: names },
    { fields: taken.map(({ name }) => ({ field: name, code: 'taken' })), cause: error },
  );
}

/** Two writers waited for each other, and Postgres ended one of them. A retry helps. */
const isDeadlock = (error: unknown) => (error as Partial<PgError> | undefined)?.code === '40P01';

const mostTries = 3;

export async function withRetry<T>(write: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDeadlock(error) || tries === mostTries) throw error;
    return withRetry(write, tries + 1);
  }
}
