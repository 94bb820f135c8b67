import { kinds as all, createRegistry, type Kind } from '@doorwright/crds';

/** Kinds with a page, in the order of the menu. */
export const registry = createRegistry(all.filter((kind) => kind.list));

/** The menu in the specification's order. Newer kinds are beside the kind most like them. Directories open from their organization. */
export const menu = [
  { title: 'access', kinds: ['organization', 'user', 'group', 'role', 'permission', 'model', 'adapter', 'enforcer'] },
  { title: 'services', kinds: ['provider', 'application', 'resource', 'token', 'session'] },
  { title: 'operations', kinds: ['record', 'webhook', 'syncer', 'cert'] },
  { title: 'sales', kinds: ['product', 'payment', 'plan', 'pricing', 'subscription'] },
].map(({ title, kinds }) => ({ title, kinds: kinds.map(registry.named) }));

export const menuKinds = menu.flatMap(({ kinds }) => kinds);

/** Kinds that only the server writes, or that are uploaded, have no editor. */
export const isEdited = (kind: Kind) => kind.form !== undefined || kind.people === true;

/** The name of an object for people. */
export const calledBy = ({ key, label }: Kind, object: Record<string, unknown>) =>
  String((label && object[label]) || object[key]);

/** The field with the object's organization. Objects of the platform have none. */
export const tenantField = ({ tenant }: Kind) =>
  ({ itself: 'name', owner: 'owner', organization: 'organization', platform: undefined })[tenant];

/** Objects that the platform needs. They cannot be deleted or renamed. */
export const isBuiltIn = ({ builtIn = [] }: Kind, { owner, name }: Record<string, unknown>) =>
  [name, `${owner}/${name}`].some((id) => builtIn.includes(String(id)));
