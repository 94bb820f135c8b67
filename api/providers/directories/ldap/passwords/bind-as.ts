import { randomUUID } from 'node:crypto';
import type { Egress } from '../../../../core/egress/gate.ts';
import { type Person, SourceError, type SourceProblem } from '../../contract.ts';
import type { LdapSource } from '../source.ts';
import { connectAsAdmin, type LdapConnection } from '../wire/connect.ts';
import { codeOf } from '../wire/problems.ts';
import { type Found, findByKey, findByLogin } from './find-person.ts';
import { createPolicyControl, dueAfterBind, refusedPerson } from './policy-problems.ts';

/** A person by the name that they typed, or by their stable ID. */
export type Who = { loginName: string } | { key: string };

export interface BindAnswer {
  /** The person, if the directory has exactly one of this name. */
  person?: Person;
  isRight: boolean;
  /**
   * Why nobody could be asked, or why the directory refuses a right password. `directory-password-expired` is told for a right password only,
   * also where it may still change itself.
   */
  problem?: SourceProblem;
}

const invalidCredentials = 49;
/** Refusals of the sign-in itself, such as a name that has no password. */
const refusals = new Set([invalidCredentials, 48, 50, 53, 19]);

/** Signs in with a found name. Anything else than an answer of the directory fails. */
export async function isRightPassword(
  connection: LdapConnection,
  source: LdapSource,
  { dn }: Pick<Found, 'dn'>,
  password: string,
): Promise<{ isRight: boolean; problem?: SourceProblem }> {
  // A name without a password is no sign-in, but a server may say that it was right (RFC 4513, 5.1.2).
  if (!dn || !password) return { isRight: false };
  const control = createPolicyControl();
  try {
    await connection.bind(dn, password, [control]);
    // With a password that somebody else reset, OpenLDAP lets the person in, but only to change it.
    const problem = dueAfterBind(control);
    return { isRight: true, ...(problem && { problem }) };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined || !refusals.has(code)) throw unanswered(source, error);
    const problem = refusedPerson(error, control);
    return { isRight: false, ...(problem && { problem }) };
  }
}

/** The directory did not answer, so nobody knows whether the password is right. */
export const unanswered = ({ host, port }: LdapSource, error: unknown) =>
  new SourceError({ code: 'ldap-unreachable', params: { host: `${host}:${port}` }, field: 'host' }, error);

/**
 * Checks the password of a person: finds the entry, and signs in with its name. Fails with a SourceError if the directory
 * does not answer, so that the caller can tell this from a wrong password.
 */
export async function bindAs(
  source: LdapSource,
  { password, ...who }: Who & { password: string },
  { egress, signal }: { egress: Egress; signal: AbortSignal },
): Promise<BindAnswer> {
  const name = 'key' in who ? who.key : who.loginName;
  if (!name || !password) return { isRight: false };
  const connection = await connectAsAdmin(source, egress, signal);
  try {
    const found = await ('key' in who ? findByKey : findByLogin)(connection, source, name);
    const [one] = found;
    if (!one) {
      // A stranger's guess takes the same questions as that of a person (S25).
      await isRightPassword(connection, source, { dn: `cn=${randomUUID()},${source.baseDn}` }, password);
      return { isRight: false };
    }
    // Nobody knows whose password it is.
    if (found.length > 1) return { isRight: false, problem: { code: 'ldap-several', params: { name } } };
    const answer = await isRightPassword(connection, source, one, password);
    return { person: one.person, ...answer };
  } finally {
    await connection.close();
  }
}
