import type { ImportedPasskey } from '@doorwright/crds/options/imported.ts';
import type { FieldProblem } from '../../../../core/errors.ts';
import { modelOf } from '../../../../signin/passkeys/models.ts';
import { isReadableKey } from '../../../../signin/passkeys/readable-key.ts';
import type { NewPasskey } from '../../../../signin/passkeys/registration.ts';
import { toldProblem } from '../results.ts';
import type { Person } from './person.ts';

/** The limits of WebAuthn. */
const mostIdBytes = 1023;
const mostHandleBytes = 64;
const aaguidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Sign-in compares texts, so another spelling of the same bytes would be another passkey. */
const isPlain = (text: string) => Buffer.from(text, 'base64url').toString('base64url') === text;

const isId = (id: string) => isPlain(id) && Buffer.from(id, 'base64url').length <= mostIdBytes;

/** The member of a passkey that sign-in could not use. */
async function wrongIn({ id, publicKey, aaguid = '', handle }: ImportedPasskey): Promise<string | undefined> {
  if (!isId(id)) return 'id';
  if (!(isPlain(publicKey) && (await isReadableKey(publicKey)))) return 'publicKey';
  if (aaguid && !aaguidForm.test(aaguid)) return 'aaguid';
  return Buffer.byteLength(handle) > mostHandleBytes ? 'handle' : undefined;
}

const asStored = ({ counter = 0, aaguid = '', transports = [], label = '', ...rest }: ImportedPasskey): NewPasskey => ({
  ...{ ...rest, counter, aaguid, transports, label: label || (modelOf(aaguid) ?? '') },
  // Its next use tells whether it is synced.
  ...{ isSynced: false, isBackedUp: false, isSuspect: false, usedTime: '' },
});

/** The person with the passkeys that sign-in can use, and a problem for each of the others. */
export async function withReadPasskeys(person: Person): Promise<Person> {
  const passkeys: NewPasskey[] = [];
  const problems: FieldProblem[] = [];
  for (const [at, each] of (person.object.passkeys ?? []).entries()) {
    const member = await wrongIn(each);
    const isTwice = passkeys.some(({ id }) => id === each.id);
    if (member) problems.push({ field: `passkeys[${at}].${member}`, code: 'wrong' });
    else if (isTwice) problems.push({ field: `passkeys[${at}].id`, code: 'taken' });
    else passkeys.push(asStored(each));
  }
  return { ...person, passkeys, problems: [...person.problems, ...problems.map(toldProblem)] };
}
