import { kinds as all, createRegistry, type Kind } from '@doorwright/crds';

/** Kinds with a page, in the order of the menu. */
export const registry = createRegistry(all.filter((kind) => !kind.internal && kind.list));

/** Directories are reached from their organization. */
export const menuKinds = registry.kinds.filter(({ key, name }) => key === 'name' || name === 'record');

/** What is only written by the server, or uploaded, has no editor. */
export const isEdited = (kind: Kind) => kind.form !== undefined || kind.people === true;
