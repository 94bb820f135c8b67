/** Why the database failed although the statement was correct: it is unusable (`away`) or overloaded (`busy`). */
export type DatabaseFailure = 'away' | 'busy';

interface DriverError {
  code?: string;
  message?: string;
}

/** The database's own message. The query builder puts the whole statement in front of it. */
const failures = new WeakMap<object, { trouble: DatabaseFailure; reason: string }>();

/** Classes of SQLSTATE: no connection, no resources, standby, shutdown, login refused, no such database, disk error. */
const away = /^(08|53|25006|57P0|28|3D000|58)/;
/**
 * Another transaction was first or holds a lock for too long, or the statement took longer than the database
 * allows.
 */
const busy = /^(40001|40P01|55P03|57014)/;
const sqlState = /^[0-9A-Z]{5}$/;
/** Messages of the driver when the connection is missing or lost. */
const lostConnection =
  /^(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed)/;
const ofNetwork = /^(E[A-Z]{3,}|ENOTFOUND|EAI_AGAIN)$/;

function judge({ code = '', message = '' }: DriverError): DatabaseFailure | undefined {
  // EPIPE has five characters too.
  if (ofNetwork.test(code) || lostConnection.test(message)) return 'away';
  if (!sqlState.test(code)) return;
  if (away.test(code)) return 'away';
  return busy.test(code) ? 'busy' : undefined;
}

/**
 * Marks an error of the database with its meaning. Elsewhere the same error, such as a refused connection, means
 * something else.
 */
export function markDatabaseFailure<E>(
  error: E,
  trouble: DatabaseFailure | undefined = judge(error as DriverError),
): E {
  if (trouble) failures.set(error as object, { trouble, reason: (error as DriverError).message ?? '' });
  return error;
}

export const databaseFailureOf = (error: unknown): DatabaseFailure | undefined =>
  failures.get(error as object)?.trouble;
export const databaseReasonOf = (error: unknown): string => failures.get(error as object)?.reason ?? '';

/** A standby never accepts writes. The next connection may lead to the primary. */
export const isReadOnly = ({ code }: DriverError): boolean => code === '25006';

/** Tells whether the database itself answered, even if with an error. */
export const isFromDatabase = ({ code = '' }: DriverError): boolean => sqlState.test(code) && !ofNetwork.test(code);
