import type { Loss } from '../contract.ts';
import { createPrefixes, type Prefixes } from '../reading/phones.ts';
import { ownerOfDigest, type Password, passwordOf } from './digests.ts';
import { identitiesOf } from './identities.ts';
import { hasDigest, isLost, isObject, recordsOf, type UserRecord } from './records.ts';

interface Sent {
  record: UserRecord;
  password: Password;
}

/** The digests that support sent, by the id of their user. */
export interface SentDigests {
  /** The digest of a user. Each one is given once. */
  of(record: UserRecord): Password | undefined;
  /** The users whom no other file has. */
  rest(): Iterable<Sent>;
}

/** In some records, the email is only among the identifiers. */
function asUser(id: string, record: UserRecord): UserRecord {
  const { identifiers } = record;
  const email = (Array.isArray(identifiers) ? identifiers : []).filter(isObject).find(({ type }) => type === 'email');
  return { ...(email && { email: email.value, email_verified: email.verified }), ...record, user_id: id };
}

export interface FirstReading {
  digests: SentDigests;
  /** The countries of the phones. */
  prefixes: Prefixes;
  /** The broken lines of all files. */
  lost: Loss[];
}

/** Reads all files for what must be known before the first user. */
export async function firstReading(files: readonly string[]): Promise<FirstReading> {
  const lost: Loss[] = [];
  const prefixes = createPrefixes();
  const byId = new Map<string, Sent>();
  const byEmail = new Map<string, string>();
  for (const file of files)
    for await (const each of recordsOf(file)) {
      if (isLost(each)) {
        lost.push(each);
        continue;
      }
      const { phone_number: phone } = each.record;
      if (typeof phone === 'string') prefixes.count(phone);
      if (hasDigest(each.record)) {
        const id = ownerOfDigest(each.record);
        const record = asUser(id, each.record);
        byId.set(id, { record, password: passwordOf(record) });
        if (typeof record.email === 'string') byEmail.set(record.email.toLowerCase(), id);
      }
    }

  function take(id: string | undefined): Password | undefined {
    const found = id === undefined ? undefined : byId.get(id);
    if (id !== undefined) byId.delete(id);
    return found?.password;
  }

  const digests: SentDigests = {
    of(record) {
      const accounts = identitiesOf(record).filter(({ provider }) => provider === 'auth0');
      for (const { userId } of accounts) {
        const found = take(`auth0|${userId}`);
        if (found) return found;
      }
      // Without an id, only the email says whose digest it is. With one, the email can belong to another account.
      return record.user_id ? undefined : take(byEmail.get(String(record.email ?? '').toLowerCase()));
    },
    rest: () => byId.values(),
  };
  return { digests, prefixes, lost };
}
