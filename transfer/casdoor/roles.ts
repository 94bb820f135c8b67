import { role } from '@doorwright/crds/kinds/role.ts';
import type { Item } from '../contract.ts';
import { type Losses, lossesOf, quoted } from '../reading/losses.ts';
import { idOf, inOrderOfReferences } from './in-order-of-references.ts';
import { type Original, textsOf } from './original.ts';
import { referencesOf } from './references.ts';
import { platform, type Survey } from './survey.ts';
import { nameUnread, takeFields } from './take-fields.ts';

const except = ['users', 'roles', 'groups'];

/** Users name their roles. Here are those who cannot: wildcards, and people of other organizations. */
function nameOthers(original: Original, owner: string, survey: Survey, losses: Losses): void {
  const others = textsOf(original, 'users').filter((id) => {
    const [organization, name] = survey.idOf(id)?.split('/') ?? [];
    return organization !== owner || name?.includes('*');
  });
  if (others.length > 0)
    losses.add(`members ${quoted(others)}`, 'A role has users of its own organization, each by name.');
}

function roleItems(original: Original, survey: Survey): Item[] {
  const name = original.text('name');
  const owner = survey.organizationOf(original.text('owner'));
  const losses = lossesOf(`role "${idOf(original)}"`);
  if (!owner) {
    if (original.text('owner') === platform) return [];
    return [{ from: losses.from, lost: 'the role', why: 'Its organization does not exist.' }];
  }
  if (!survey.claim('role', owner, name)) {
    survey.leaveOut('role', idOf(original));
    return [{ from: losses.from, lost: 'the role', why: `Another role of "${owner}" has the same name.` }];
  }
  const fields = takeFields({ described: role.described, original, losses, except });
  nameOthers(original, owner, survey, losses);
  const [roles, groups] = (['role', 'group'] as const).map((kind) =>
    referencesOf({ kind, owner, ids: textsOf(original, `${kind}s`), survey, losses }),
  );
  const domains = textsOf(original, 'domains');
  if (domains.length > 0) losses.add(`domains ${quoted(domains)}`, 'A role is the same in all domains.');
  nameUnread(original, losses);
  return [{ kind: 'role', from: losses.from, fields: { owner, name, ...fields, roles, groups } }, ...losses.all];
}

export const rolesOf = (survey: Survey): Item[] =>
  inOrderOfReferences(survey.all.role, idOf, (original) => textsOf(original, 'roles')).flatMap((original) =>
    roleItems(original, survey),
  );
