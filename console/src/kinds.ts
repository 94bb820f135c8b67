import { kinds as all, createRegistry, type Kind } from '@doorwright/crds';

/** Kinds with a page, in the order of the menu. */
export const registry = createRegistry(all.filter((kind) => !kind.internal && kind.list));

/** The menu, in the order of the specification, with what it does not know beside its next of kin. Directories are reached from their organization. */
export const menu = [
  { title: 'access', kinds: ['organization', 'user', 'group', 'role', 'permission', 'model', 'adapter', 'enforcer'] },
  { title: 'services', kinds: ['provider', 'application', 'resource', 'token'] },
  { title: 'operations', kinds: ['record', 'webhook', 'syncer', 'cert'] },
  { title: 'sales', kinds: ['product', 'payment', 'plan', 'pricing', 'subscription'] },
].map(({ title, kinds }) => ({ title, kinds: kinds.map(registry.named) }));

export const menuKinds = menu.flatMap(({ kinds }) => kinds);

/** What is only written by the server, or uploaded, has no editor. */
export const isEdited = (kind: Kind) => kind.form !== undefined || kind.people === true;

/** What one calls an object by: the ids of directories mean nothing to anybody. */
export const calledBy = ({ key }: Kind, object: Record<string, unknown>) =>
  String(object[key === 'id' ? 'serverName' : 'name']);

/** The field that says which organization an object belongs to; objects of the platform have none. */
export const tenantField = ({ tenant }: Kind) =>
  ({ itself: 'name', owner: 'owner', organization: 'organization', platform: undefined })[tenant];

/** What the platform itself needs: nobody deletes or renames it. */
export const isBuiltIn = ({ builtIn = [] }: Kind, { owner, name }: Record<string, unknown>) =>
  [name, `${owner}/${name}`].some((id) => builtIn.includes(String(id)));
