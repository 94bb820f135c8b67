import { actions as knownActions, permission } from '@doorwright/crds/kinds/permission.ts';
import type { Item } from '../contract.ts';
import { type Losses, lossesOf, quoted } from '../reading/losses.ts';
import { idOf } from './in-order-of-references.ts';
import { type Original, textsOf } from './original.ts';
import { referencesOf } from './references.ts';
import { platform, type Survey } from './survey.ts';
import { type Fields, nameUnread, takeFields } from './take-fields.ts';

const except = ['users', 'roles', 'resources', 'actions', 'model', 'resourceType'];

/** Newer versions name a model by its id. */
function modelOf(original: Original, owner: string, survey: Survey, losses: Losses): string | undefined {
  const name = original.text('model').split('/').at(-1) ?? '';
  if (name === '') return '';
  const isLeftOut = survey.isLeftOut('model', `${original.text('owner')}/${name}`);
  if (!isLeftOut && survey.isTaken('model', owner, name)) return name;
  losses.add(`model "${name}"`, 'There is no such model in the organization.');
  return undefined;
}

function grantOf(original: Original, survey: Survey, losses: Losses): Fields {
  const resources = textsOf(original, 'resources');
  const isThere = (name: string) => survey.isTaken('application', 'admin', name);
  const others = resources.filter((name) => !isThere(name));
  if (others.length > 0)
    losses.add(`resources ${quoted(others)}`, 'A resource is one application by name. Wildcards do not exist here.');
  const named = textsOf(original, 'actions');
  const actions = knownActions.filter((action) => named.some((each) => each.toLowerCase() === action.toLowerCase()));
  const unknown = named.filter((each) => !knownActions.some((action) => action.toLowerCase() === each.toLowerCase()));
  if (unknown.length > 0) losses.add(`actions ${quoted(unknown)}`, `Actions are ${knownActions.join(', ')}.`);
  return { resources: resources.filter(isThere), actions };
}

/** What newer versions add to a permission, and what leaves it narrower here. */
function nameAdditions(original: Original, losses: Losses): void {
  const groups = textsOf(original, 'groups');
  if (groups.length > 0)
    losses.add(`groups ${quoted(groups)}`, 'A permission has users and roles. Give the groups a role, and add it.');
  const adapter = original.text('adapter');
  if (adapter) losses.add(`adapter "${adapter}"`, 'Add an enforcer with an adapter.');
}

/** A permission that is not approved yet has no effect there. */
const isPending = (original: Original) => ['Pending', 'Rejected'].includes(original.text('state'));

const isEmpty = ({ users, roles, resources, actions }: Record<string, string[]>) =>
  (users?.length === 0 && roles?.length === 0) || resources?.length === 0 || actions?.length === 0;

function permissionItems(original: Original, survey: Survey): Item[] {
  const name = original.text('name');
  const owner = survey.organizationOf(original.text('owner'));
  const losses = lossesOf(`permission "${idOf(original)}"`);
  const lose = (why: string): Item[] => [...losses.all, { from: losses.from, lost: 'the permission', why }];
  if (!owner) return original.text('owner') === platform ? [] : lose('Its organization does not exist.');
  const resourceType = original.text('resourceType') || 'Application';
  if (resourceType !== 'Application') return lose(`Resources of the type "${resourceType}" do not exist here.`);
  const domains = textsOf(original, 'domains');
  if (domains.length > 0)
    return lose(`It is limited to the domains ${quoted(domains)}. The domain here is the organization.`);
  const fields = takeFields({ described: permission.described, original, losses, except });
  const [users = [], roles = []] = (['user', 'role'] as const).map((kind) =>
    referencesOf({ kind, owner, ids: textsOf(original, `${kind}s`), survey, losses }),
  );
  const grant = grantOf(original, survey, losses);
  nameAdditions(original, losses);
  const model = modelOf(original, owner, survey, losses);
  if (model === undefined) return lose('Another model could decide otherwise.');
  if (isEmpty({ users, roles, ...grant } as Record<string, string[]>))
    return lose('Nobody, no application or no action is left in it. Add it here if it is needed.');
  if (!survey.claim('permission', owner, name)) return lose(`Another permission of "${owner}" has the same name.`);
  nameUnread(original, losses, ['submitter', 'approver', 'approveTime']);
  const own = { users, roles, resourceType, ...grant, ...(model && { model }) };
  return [
    {
      kind: 'permission',
      from: losses.from,
      fields: { owner, name, ...fields, ...own, ...(isPending(original) && { isEnabled: false }) },
    },
    ...losses.all,
  ];
}

export const permissionsOf = (survey: Survey): Item[] =>
  survey.all.permission.flatMap((original) => permissionItems(original, survey));
