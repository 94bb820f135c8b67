import type { Passkey } from '@doorwright/crds/kinds/passkey.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Draft, Work } from '../../../../core/objects/rules/kind-hooks.ts';
import { changePasskeys, fieldsWith } from '../../../../kinds/user/passkeys/stored-passkeys.ts';
import { toldProblem } from '../results.ts';
import type { Person } from './person.ts';

/** The stored passkeys among those of these people, by id. */
export async function storedAmong({ sql, store }: Work, people: readonly Person[]): Promise<Map<string, Passkey>> {
  const ids = people.flatMap(({ passkeys }) => passkeys.map(({ id }) => id));
  if (ids.length === 0) return new Map();
  const { table, fromRow } = store('passkey');
  const rows = await sql(table).whereRaw('id = ANY(CAST(? AS text[]))', [ids]);
  return new Map(rows.map((row) => [String(row.id), fromRow(row) as unknown as Passkey]));
}

const withTaken = (person: Person, taken: ReadonlySet<string>): Person => ({
  ...person,
  passkeys: person.passkeys.filter(({ id }) => !taken.has(id)),
  problems: [
    ...person.problems,
    ...(person.object.passkeys ?? []).flatMap(({ id }, at) =>
      taken.has(id) ? [toldProblem({ field: `passkeys[${at}].id`, code: 'taken' })] : [],
    ),
  ],
});

/** New people without the passkeys that somebody else has, also somebody earlier in the batch. */
export async function withOwnPasskeys<P extends { person: Person }>(work: Work, placed: readonly P[]): Promise<P[]> {
  const claimed = new Set(
    (
      await storedAmong(
        work,
        placed.map(({ person }) => person),
      )
    ).keys(),
  );
  return placed.map((each) => {
    const ids = each.person.passkeys.map(({ id }) => id);
    const taken = new Set(ids.filter((id) => claimed.has(id)));
    for (const id of ids) claimed.add(id);
    return taken.size > 0 ? { ...each, person: withTaken(each.person, taken) } : each;
  });
}

/** The columns of a new user that note their passkeys and other second factors. */
export const passkeyColumns = ({ passkeys }: Person, secondFactors: string[]): Partial<User> =>
  fieldsWith({ secondFactors }, passkeys as unknown as Passkey[]);

/** Stores the passkeys of users who were added. Their rows note them already. An id that another transaction took meanwhile is a problem. */
export async function storePasskeys(work: Work, people: readonly Person[]): Promise<void> {
  const { sql, store, now } = work;
  const { table, toRow } = store('passkey');
  const rows = people.flatMap(({ user: { owner, name }, passkeys }) =>
    passkeys.map((each) => toRow({ ...each, owner, user: name, version: 1, createdTime: now.toISOString() } as Draft)),
  );
  if (rows.length === 0) return;
  const written = await sql(table).insert(rows).onConflict().ignore().returning('id');
  if (written.length === rows.length) return;
  const kept = new Set(written.map(({ id }) => String(id)));
  for (const person of people) {
    const late = new Set(person.passkeys.map(({ id }) => id).filter((id) => !kept.has(id)));
    if (late.size === 0) continue;
    person.problems.push(...withTaken({ ...person, problems: [] }, late).problems);
    await changePasskeys(sql, work, person.user as unknown as User, async () => undefined);
  }
}

/** A passkey of the source that the user does not have here with the same key. */
export const hasOtherPasskeys = ({ passkeys }: Person, known: Draft, stored: ReadonlyMap<string, Passkey>): boolean =>
  passkeys.some(({ id, publicKey }) => {
    const found = stored.get(id);
    return found?.owner !== known.owner || found?.user !== known.name || found?.publicKey !== publicKey;
  });
