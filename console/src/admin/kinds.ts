import type { Kind } from '@doorwright/crds';
import type { MenuSection } from '@doorwright/crds/list-definition.ts';
import { createRegistry } from '@doorwright/crds/registry.ts';
import { ownFieldNames } from '@doorwright/crds/schema/own-fields.ts';
import plainKinds from './kinds.json' with { type: 'json' };

/** The model as data: `npm run generate` writes it (`crds/generate/plain-kinds.ts`). Its rules load apart (`browser/whole-model.ts`). */
export const kinds = plainKinds.map((kind) => ({
  fields: Object.fromEntries(ownFieldNames(kind).map((name) => [name, 0])),
  ...kind,
})) as unknown as readonly Kind[];

/** Kinds with a page, in the order of the menu. */
export const registry = createRegistry(kinds.filter((kind) => kind.list));

/** The kinds that people open every day. They stand above the sections. */
const daily = ['user', 'organization', 'application', 'provider', 'record'];

/** The specification's order. Newer kinds are beside the kind most like them. */
const specified: readonly { title: MenuSection; kinds: readonly string[] }[] = [
  { title: 'access', kinds: ['group', 'role', 'permission', 'model', 'adapter', 'enforcer'] },
  { title: 'services', kinds: ['resource', 'token', 'session'] },
  { title: 'operations', kinds: ['webhook', 'syncer', 'cert'] },
  { title: 'sales', kinds: ['product', 'payment', 'plan', 'pricing', 'subscription'] },
];
const placed = [...daily, ...specified.flatMap(({ kinds }) => kinds)];
const sectionOf = ({ list, name }: Kind) => (placed.includes(name) ? 'none' : (list?.menu ?? 'operations'));

export const dailyKinds = daily.map(registry.named);

/** The sections of the menu. Every other kind is at the end of the section that its model names. */
export const menu = specified.map(({ title, kinds }) => ({
  title,
  kinds: [...kinds.map(registry.named), ...registry.kinds.filter((kind) => sectionOf(kind) === title)],
}));

export const menuKinds = [...dailyKinds, ...menu.flatMap(({ kinds }) => kinds)];

/** Kinds that only the server writes, or that are uploaded, have no editor. */
export const isEdited = (kind: Kind) => kind.form !== undefined || kind.people === true;

/** The name of an object for people. */
export const calledBy = ({ key, label }: Kind, object: Record<string, unknown>) =>
  String((label && object[label]) || object[key]);

/** The title of an object's page: its display name, if it has one. */
export const titleOf = (kind: Kind, object: Record<string, unknown>) =>
  String(object.displayName || calledBy(kind, object));

/** The field with the object's organization. Objects of the platform have none. */
export const tenantField = ({ tenant }: Kind) =>
  ({ itself: 'name', owner: 'owner', organization: 'organization', platform: undefined })[tenant];

/** Objects that the platform needs. They cannot be deleted or renamed. */
export const isBuiltIn = ({ builtIn = [] }: Kind, { owner, name }: Record<string, unknown>) =>
  [name, `${owner}/${name}`].some((id) => builtIn.includes(String(id)));
