import { Attribute, BerWriter, Change } from 'ldapts';
import type { Egress } from '../../../../core/egress/gate.ts';
import type { SourceProblem } from '../../contract.ts';
import type { LdapSource } from '../source.ts';
import { connectAsAdmin, type LdapConnection } from '../wire/connect.ts';
import { codeOf } from '../wire/problems.ts';
import { isRightPassword, unanswered } from './bind-as.ts';
import { type Found, findByKey } from './find-person.ts';
import { createPolicyControl, passwordProblem } from './policy-problems.ts';

export interface NewPassword {
  key: string;
  /** Without it, the source's own name sets the password, as an administrator does. */
  old?: string;
  next: string;
}

type Outcome = { problem?: SourceProblem };

const passwordModify = '1.3.6.1.4.1.4203.1.11.1';

/** The request of RFC 3062. */
function requestOf(dn: string, { old, next }: NewPassword): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeString(dn, 0x80);
  if (old) writer.writeString(old, 0x81);
  writer.writeString(next, 0x82);
  writer.endSequence();
  return writer.buffer;
}

/** Active Directory takes a password in quotes, in UTF-16. */
const quoted = (password: string) => Buffer.from(`"${password}"`, 'utf16le');

function changesOf({ old, next }: NewPassword): Change[] {
  const change = (operation: 'add' | 'delete' | 'replace', password: string) =>
    new Change({ operation, modification: new Attribute({ type: 'unicodePwd', values: [quoted(password)] }) });
  // Only a removal of the old one counts as a change by its owner, and follows the policy.
  return old ? [change('delete', old), change('add', next)] : [change('replace', next)];
}

/** Sets the password in the way of this directory. */
async function write(
  connection: LdapConnection,
  source: LdapSource,
  { dn, template }: Found,
  wanted: NewPassword,
): Promise<Outcome> {
  const control = createPolicyControl();
  try {
    if (template.passwords === 'unicodePwd') await connection.modify(dn, changesOf(wanted), [control]);
    else await connection.extended(passwordModify, requestOf(dn, wanted), [control]);
    return {};
  } catch (error) {
    if (codeOf(error) === undefined) throw unanswered(source, error);
    return { problem: passwordProblem(error, control) };
  }
}

/**
 * With `pwdMustChange`, OpenLDAP takes the new password for one that an administrator chose, since the source's name has written it. The person
 * chose it, so the demand for another one goes. A source that may not remove it leaves it, and the next sign-in asks once more.
 */
async function forgetReset(connection: LdapConnection, source: LdapSource, { dn }: Found): Promise<void> {
  await connection.bind(source.admin, source.passwd);
  const modification = new Attribute({ type: 'pwdReset', values: [] });
  try {
    await connection.modify(dn, [new Change({ operation: 'delete', modification })]);
  } catch (error) {
    if (codeOf(error) === undefined) throw unanswered(source, error);
  }
}

/**
 * Changes the password of a person in the directory, and signs in with the new one to see that it counts. With the old password, the person
 * does it themselves, so the directory applies its policy.
 */
export async function changePassword(
  source: LdapSource,
  wanted: NewPassword,
  { egress, signal }: { egress: Egress; signal: AbortSignal },
): Promise<Outcome> {
  // Everybody on the way could read the new password.
  if (source.encryption === 'None') return { problem: { code: 'ldap-needs-tls', params: { host: source.host } } };
  if (!wanted.next) return { problem: { code: 'directory-password-refused', params: { problem: '–' } } };
  const connection = await connectAsAdmin(source, egress, signal);
  try {
    const [found, ...others] = await findByKey(connection, source, wanted.key);
    if (!found || others.length > 0) return { problem: { code: 'ldap-no-person', params: { key: wanted.key } } };
    if (wanted.old !== undefined) {
      const answer = await isRightPassword(connection, source, found, wanted.old);
      // From here on, the connection is the person's own. With an expired password, the source's name acts for them.
      if (!answer.isRight && answer.problem?.code !== 'directory-password-expired')
        return { problem: answer.problem ?? { code: 'password-incorrect' } };
      if (!answer.isRight) await connection.bind(source.admin, source.passwd);
    }
    const written = await write(connection, source, found, wanted);
    if (written.problem) return written;
    const read = await isRightPassword(connection, source, found, wanted.next);
    if (wanted.old !== undefined && read.isRight && read.problem) await forgetReset(connection, source, found);
    return read.isRight || read.problem ? {} : { problem: { code: 'directory-password-unset' } };
  } finally {
    await connection.close();
  }
}
