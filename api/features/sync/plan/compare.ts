import type { SyncLink } from '@doorwright/crds/kinds/sync-link.ts';
import type { FieldChange } from '@doorwright/crds/kinds/sync-row.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { isSame } from '../../../core/objects/rules/empty-value.ts';
import type { Person, SourceProblem } from '../../../providers/directories/contract.ts';
import { hashOfDigest } from '../store/links.ts';
import type { PlannedRow } from '../store/rows.ts';
import type { Known } from './known.ts';

/** Fields that a source gives to a new user only. */
const once = new Set(['id', 'createdTime']);
/** Fields with a rule of their own: a name is a wish, and whether somebody is blocked depends on more than the source. */
const ruled = new Set(['name', 'isForbidden']);
/** Changes that count whatever a source compares. */
const grave = new Set(['isForbidden', 'isDeleted', 'groups']);

/** The fields that the editor locks. An administrator may block somebody at any time, so that is not one of them. */
export const ownedFields = (person: Person): string[] =>
  Object.keys(person.fields).filter((field) => !once.has(field) && field !== 'isForbidden');

const digestText = ({ digest }: Person): string => (digest ? JSON.stringify(digest) : '');

const factsOf = (person: Person) => ({
  ...{ key: person.key, label: person.label, wish: String(person.fields.name ?? ''), owned: ownedFields(person) },
});

const groupChange = (before: readonly string[], person: Person): FieldChange[] =>
  person.groups === undefined || isSame([...before], [...person.groups])
    ? []
    : [{ field: 'groups', before: [...before], after: [...person.groups] }];

/** Whether the source blocks the user or lets them in again. What an administrator blocked stays so. */
function blockChange(person: Person, user: User, link: SyncLink | undefined): FieldChange[] {
  const wantsBlock = person.fields.isForbidden === true;
  if (wantsBlock && !user.isForbidden) return [{ field: 'isForbidden', before: false, after: true }];
  return !wantsBlock && user.isForbidden && link?.isBlocked
    ? [{ field: 'isForbidden', before: true, after: false }]
    : [];
}

function nameChange(person: Person, user: User, link: SyncLink | undefined, isTaken: Known['isTaken']): FieldChange[] {
  const wish = String(person.fields.name ?? '');
  // The user of an earlier run may have another name than the wish, because that was taken.
  if (!wish || wish === user.name || (link?.wish ?? user.name) === wish || isTaken(wish)) return [];
  return [{ field: 'name', before: user.name, after: wish }];
}

/** The first free name for a new user. */
const freeName = ({ fields, otherNames = [] }: Person, isTaken: Known['isTaken']): string | undefined =>
  [String(fields.name ?? ''), ...otherNames].find((name) => name !== '' && !isTaken(name));

const refused = ({ key, label }: Person, { code, params, field = '' }: SourceProblem): PlannedRow => ({
  ...{ key, label, action: 'refuse', changes: [], code, field },
  problem: params ? JSON.stringify(params) : '',
});

function added(person: Person, isTaken: Known['isTaken'], organization: string): PlannedRow {
  const name = freeName(person, isTaken);
  if (name === undefined)
    return refused(person, {
      code: 'source-name-taken',
      params: { name: String(person.fields.name ?? '') },
      field: 'name',
    });
  const fields = Object.entries({ ...person.fields, name }).map(([field, after]) => ({ field, before: '', after }));
  return {
    ...factsOf(person),
    ...{ action: 'add', user: `${organization}/${name}`, digest: digestText(person) },
    changes: [...fields, ...groupChange([], person)],
  };
}

/**
 * What a run does with a person: nothing if they are as the source says. Without a user of theirs, they are added, also if somebody has
 * deleted the user.
 */
export function plannedRow(person: Person, known: Known, organization: string): PlannedRow | undefined {
  if (person.problem) return refused(person, person.problem);
  const user = known.userOf(person);
  if (!user) return added(person, known.isTaken, organization);
  const link = known.linkOf(person);
  const plain = Object.entries(person.fields)
    .filter(([field]) => !once.has(field) && !ruled.has(field))
    .filter(([field, after]) => !isSame(user[field as keyof User], after))
    .map(([field, after]): FieldChange => ({ field, before: user[field as keyof User], after }));
  const changes = [
    ...plain,
    ...nameChange(person, user, link, known.isTaken),
    ...blockChange(person, user, link),
    ...(link?.missingTime && user.isDeleted ? [{ field: 'isDeleted', before: true, after: false }] : []),
    ...groupChange(link?.wanted ?? [], person),
  ];
  const counts = ({ field }: FieldChange) => grave.has(field) || (person.compared?.includes(field) ?? true);
  const digest = digestText(person);
  const hasNewDigest = digest !== '' && link !== undefined && link.digestOf !== hashOfDigest(digest);
  const isLinked = link && !link.missingTime && isSame(link.fields, ownedFields(person));
  const hasChanged = changes.some(counts) || hasNewDigest;
  if (!hasChanged && isLinked) return undefined;
  return {
    ...factsOf(person),
    ...{ user: `${organization}/${user.name}`, userId: user.id, changes },
    action: hasChanged ? 'change' : 'link',
    ...(hasNewDigest && { digest }),
  };
}
