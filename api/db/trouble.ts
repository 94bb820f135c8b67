/** Why the database did not do what it was asked, although the question was good: it cannot be used, or has too much to do. */
export type Trouble = 'away' | 'busy';

interface Told {
  code?: string;
  message?: string;
}

/** What the database said goes along: the query builder puts the whole statement before it. */
const troubles = new WeakMap<object, { trouble: Trouble; reason: string }>();

/** SQLSTATEs, by how they begin: no connection, no resources, a standby, ended by its keeper, not let in, not there, its disk. */
const away = /^(08|53|25006|57P0|28|3D000|58)/;
/** Somebody else was first, holds a lock for too long, or the statement took longer than the database grants. */
const busy = /^(40001|40P01|55P03|57014)/;
const sqlState = /^[0-9A-Z]{5}$/;
/** What the driver says when there is nobody to ask, or no longer. */
const unheard = /^(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed)/;
const ofNetwork = /^(E[A-Z]{3,}|ENOTFOUND|EAI_AGAIN)$/;

function judge({ code = '', message = '' }: Told): Trouble | undefined {
  // EPIPE has five letters too.
  if (ofNetwork.test(code) || unheard.test(message)) return 'away';
  if (!sqlState.test(code)) return;
  if (away.test(code)) return 'away';
  return busy.test(code) ? 'busy' : undefined;
}

/** Keeps what an error of the database means: elsewhere the same error, such as a refused connection, means something else. */
export function noteTrouble<E>(error: E, trouble: Trouble | undefined = judge(error as Told)): E {
  if (trouble) troubles.set(error as object, { trouble, reason: (error as Told).message ?? '' });
  return error;
}

export const troubleOf = (error: unknown): Trouble | undefined => troubles.get(error as object)?.trouble;
export const reasonOf = (error: unknown): string => troubles.get(error as object)?.reason ?? '';

/** A standby takes no writes, however long one waits: the next connection may lead to the one that does. */
export const isReadOnly = ({ code }: Told): boolean => code === '25006';

/** Whether the database itself spoke, if only to refuse. */
export const isAnswer = ({ code = '' }: Told): boolean => sqlState.test(code) && !ofNetwork.test(code);
