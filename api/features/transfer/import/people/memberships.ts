import { type FieldProblem, Refusal } from '../../../../core/errors.ts';
import type { RequestContext } from '../../../../core/objects/history/records.ts';
import type { Draft, Work } from '../../../../core/objects/rules/kind-hooks.ts';
import type { TransferDeps } from '../../deps.ts';
import { toldProblem } from '../results.ts';
import { inSavepoint } from '../savepoint.ts';
import type { Person } from './person.ts';

const kinds = { groups: 'group', roles: 'role' } as const;
type Field = keyof typeof kinds;

interface Joining {
  field: Field;
  owner: string;
  name: string;
  people: Person[];
}

/** The groups and roles of the people, each once. */
function joiningOf(people: readonly Person[]): Joining[] {
  const found = new Map<string, Joining>();
  for (const person of people)
    for (const field of ['groups', 'roles'] as const)
      for (const name of new Set(person.object[field])) {
        const { owner } = person.user;
        const key = JSON.stringify([field, owner, name]);
        const joining = found.get(key) ?? { field, owner, name, people: [] };
        joining.people.push(person);
        found.set(key, joining);
      }
  // The order is the same for all, so that no two imports wait for each other's groups.
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, joining]) => joining);
}

/** Puts new users into their groups and roles, with one change of each. A group that is missing or full is a problem of its people. */
export async function joinGroups(
  { objects, registry }: TransferDeps,
  context: RequestContext,
  work: Work,
  people: readonly Person[],
): Promise<void> {
  for (const { field, owner, name, people: joining } of joiningOf(people)) {
    const kind = registry.named(kinds[field]);
    const tell = (problem: Omit<FieldProblem, 'field'>) => {
      for (const { problems } of joining) problems.push(toldProblem({ ...problem, field }));
    };
    const object = (await work.store(kind.name).find(work.sql, owner, name, 'forNoKeyUpdate')) as Draft | undefined;
    if (!object) {
      tell({ code: 'no-such-object', params: { kind: kind.name, name } });
      continue;
    }
    const users = [...new Set([...(object.users as string[]), ...joining.map(({ user }) => `${owner}/${user.name}`)])];
    const join = () => objects.steps.change(kind, context, { owner, key: name }, { users }, work);
    await inSavepoint(work.sql, join).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      tell(error.fields[0] ?? error);
    });
  }
}
