import { setImmediate } from 'node:timers/promises';
import type { ImportedObject, ImportResult } from '@doorwright/crds/options/imported.ts';
import { type RequestContext, record } from '../../../../core/objects/history/records.ts';
import type { Draft, Work } from '../../../../core/objects/rules/kind-hooks.ts';
import { hashAll } from '../../../../kinds/user/upload/hash-all.ts';
import type { TransferDeps } from '../../deps.ts';
import { added, found, refused, toldProblem } from '../results.ts';
import { asStored } from './as-stored.ts';
import { differencesOf, factorsOfPeople } from './differences.ts';
import { storeFactors } from './factors.ts';
import { identify } from './identify.ts';
import { insertPeople } from './insert-people.ts';
import { knownPeople } from './known-people.ts';
import { joinGroups } from './memberships.ts';
import { storedAmong, storePasskeys } from './passkeys.ts';
import { type Person, readPerson } from './person.ts';
import { type Placed, placePeople } from './places.ts';
import { withReadPasskeys } from './read-passkeys.ts';

type Results = Map<number, ImportResult>;
type Known = Placed & { known: Draft };

/** Reading five hundred people takes a while, so other requests get their turn in between. */
const readAtOnce = 50;

/** Imports the users of a request together. */
export function createPeopleImport(deps: TransferDeps) {
  async function read(objects: readonly ImportedObject[], results: Results, work: Work): Promise<Person[]> {
    const kind = work.registry.named('user');
    const people: Person[] = [];
    for (const [at, object] of objects.entries()) {
      if (at % readAtOnce === 0) await setImmediate();
      const person = readPerson(kind, object, at, work.now);
      if (Array.isArray(person)) results.set(at, refused(person));
      else people.push(await withReadPasskeys(person));
    }
    return people;
  }

  /** Separates the people who are there from new ones, and refuses those whose values somebody else has. */
  async function separate(placed: readonly Placed[], results: Results, work: Work) {
    const known = await knownPeople(
      work,
      placed.map(({ person }) => person),
    );
    const present: Known[] = [];
    const fresh: Placed[] = [];
    for (const each of placed) {
      const { person } = each;
      const identity = identify(person, known);
      if (identity.is === 'taken') results.set(person.at, refused([...person.problems, toldProblem(identity.problem)]));
      else if (identity.is === 'known') present.push({ ...each, known: identity.user });
      else {
        fresh.push(each);
        known.note(person.user);
      }
    }
    return { present, fresh };
  }

  async function compare(present: readonly Known[], results: Results, work: Work): Promise<void> {
    const withFactors = present.filter(
      ({ person: { app, codes } }) => app || codes.codes.length + codes.sha512.length > 0,
    );
    const factors = await factorsOfPeople(
      work,
      withFactors.map(({ known }) => known),
    );
    const passkeys = await storedAmong(
      work,
      present.map(({ person }) => person),
    );
    // Comparing a readable password takes a hash.
    await hashAll(present, async ({ person, known, organization }) => {
      const differs = await differencesOf(person, { known, factors, passkeys, organization }, work);
      results.set(person.at, found(person.problems, differs));
    });
  }

  async function addAll(
    fresh: readonly Placed[],
    results: Results,
    context: RequestContext,
    work: Work,
  ): Promise<Placed[]> {
    const ready = await asStored(deps.db, work, fresh);
    const written = await insertPeople(
      work,
      ready.map(({ person }) => person.user),
    );
    const done = ready.filter(({ person }) => written.has(String(person.user.id)));
    const people = done.map(({ person }) => person);
    await storeFactors(
      work,
      done.map(({ person, factors }) => ({ user: person.user, factors })),
    );
    await storePasskeys(work, people);
    await joinGroups(deps, context, work, people);
    for (const [organization, of] of Map.groupBy(people, ({ user }) => user.owner))
      await record(work, context, { organization, object: `${of.length} users` });
    for (const { at, problems } of people) results.set(at, added(problems));
    const late = new Set(ready.filter((each) => !done.includes(each)).map(({ person }) => person.at));
    return fresh.filter(({ person }) => late.has(person.at));
  }

  return async (objects: readonly ImportedObject[], context: RequestContext, work: Work): Promise<ImportResult[]> => {
    const results: Results = new Map();
    const placed = await placePeople(work, await read(objects, results, work), (person, problems) =>
      results.set(person.at, refused([...person.problems, ...problems.map(toldProblem)])),
    );
    const { present, fresh } = await separate(placed, results, work);
    const late = await addAll(fresh, results, context, work);
    // Now, because a user may come twice in a batch.
    await compare(present, results, work);
    // Another request took a value of theirs meanwhile, perhaps with the same users.
    const again = await separate(late, results, work);
    await compare(again.present, results, work);
    for (const { person } of again.fresh)
      results.set(person.at, refused([...person.problems, toldProblem({ field: 'name', code: 'taken' })]));
    return objects.map((_, at) => results.get(at) ?? refused([]));
  };
}
