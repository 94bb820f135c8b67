import { group } from '@doorwright/crds/kinds/group.ts';
import type { Item } from '../contract.ts';
import { lossesOf } from '../reading/losses.ts';
import { idOf, inOrderOfReferences } from './in-order-of-references.ts';
import type { Original } from './original.ts';
import { platform, type Survey } from './survey.ts';
import { nameUnread, takeFields } from './take-fields.ts';

const except = ['id', 'parentId', 'manager', 'users'];

/** Values that Casdoor computes for its tree. */
const computed = ['isTopGroup', 'title', 'key', 'children', 'users'];

/** The parent of a top group is its organization, by name. */
function parentOf(original: Original): string {
  const parent = (original.text('parentId').split('/').at(-1) ?? '').trim();
  return original.flag('isTopGroup') || parent === original.text('owner') ? '' : parent;
}

function groupItems(original: Original, survey: Survey): Item[] {
  const name = original.text('name');
  const owner = survey.organizationOf(original.text('owner'));
  const losses = lossesOf(`group "${idOf(original)}"`);
  if (!owner) {
    if (original.text('owner') === platform) return [];
    return [{ from: losses.from, lost: 'the group', why: 'Its organization does not exist.' }];
  }
  if (!survey.claim('group', owner, name)) {
    survey.leaveOut('group', idOf(original));
    return [{ from: losses.from, lost: 'the group', why: `Another group of "${owner}" has the same name.` }];
  }
  const fields = takeFields({ described: group.described, original, losses, except });
  const parentId = parentOf(original);
  const isThere =
    survey.isTaken('group', owner, parentId) && !survey.isLeftOut('group', `${original.text('owner')}/${parentId}`);
  if (parentId && !isThere) losses.add(`parent group "${parentId}"`, 'There is no such group.');
  const manager = original.text('manager');
  if (manager)
    losses.add(`manager "${manager}"`, 'Users come after groups. Choose the manager in the group afterwards.');
  nameUnread(original, losses, computed);
  return [
    { kind: 'group', from: losses.from, fields: { owner, name, ...fields, ...(isThere && { parentId }) } },
    ...losses.all,
  ];
}

export const groupsOf = (survey: Survey): Item[] =>
  inOrderOfReferences(survey.all.group, idOf, (original) => [
    `${original.text('owner')}/${parentOf(original)}`,
  ]).flatMap((original) => groupItems(original, survey));
