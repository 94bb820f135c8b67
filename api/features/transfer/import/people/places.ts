import { referencesOf } from '@doorwright/crds/derive/paths.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { type FieldProblem, Refusal } from '../../../../core/errors.ts';
import { checkReferences } from '../../../../core/objects/references/references.ts';
import type { Work } from '../../../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../../../core/objects/rules/organization-named.ts';
import { checkContacts } from '../../../../kinds/user/check-contacts.ts';
import { storedNumber } from '../../../../kinds/user/phone-spellings.ts';
import { toldProblem } from '../results.ts';
import type { Person } from './person.ts';

const problemsOf = (error: unknown): FieldProblem[] => {
  if (error instanceof Refusal) return error.fields;
  throw error;
};

/** Takes a value from a person. The proof of an address goes with the address. */
export function takeFrom(person: Person, problem: FieldProblem): Person {
  const { field } = problem;
  const names = new Set(person.names);
  for (const name of [field, `${field}Verified`]) names.delete(name);
  const isProved = `${field}Verified` in person.user;
  const user = { ...person.user, [field]: '', ...(isProved && { [`${field}Verified`]: false }) };
  return { ...person, user, names, problems: [...person.problems, toldProblem(problem)] };
}

/** Leaves an address and a number out that sign-in could not use. A number gets the form in which sign-up stores it. */
function withGoodContacts(person: Person, organization: Organization): Person {
  try {
    checkContacts(person.user, organization);
    const phone = storedNumber(String(person.user.phone), organization.phonePrefix);
    return { ...person, user: { ...person.user, phone } };
  } catch (error) {
    return problemsOf(error).reduce(takeFrom, person);
  }
}

export interface Placed {
  person: Person;
  organization: Organization;
}

/** The people with their organizations, without values that have no meaning there. Others are refused. Each place is looked up once. */
export async function placePeople(
  work: Work,
  people: readonly Person[],
  refuse: (person: Person, problems: FieldProblem[]) => void,
): Promise<Placed[]> {
  const kind = work.registry.named('user');
  const names = referencesOf(kind).map(({ field }) => field);
  const places = Map.groupBy(people, ({ user }) => JSON.stringify(names.map((name) => user[name])));
  const placed: Placed[] = [];
  for (const there of places.values()) {
    const object = Object.fromEntries(names.map((name) => [name, there[0]?.user[name]]));
    const problems = await checkReferences(work.sql, work.registry, { kind, object, caller: work.caller }).then(
      () => [],
      problemsOf,
    );
    const isNowhere = problems.some(({ field }) => field === 'owner');
    const organization = isNowhere ? undefined : await organizationNamed(String(object.owner), work);
    for (const each of there) {
      if (!organization) {
        refuse(each, problems);
        continue;
      }
      // A second round finds what stood behind the first problem: the number after the address.
      const person = problems.reduce(takeFrom, withGoodContacts(withGoodContacts(each, organization), organization));
      placed.push({ person, organization });
    }
  }
  return placed.toSorted((a, b) => a.person.at - b.person.at);
}
