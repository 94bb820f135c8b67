import type { Kind, Row } from '@doorwright/crds';
import { referencesTo } from '@doorwright/crds/derive/paths.ts';
import { CallError, searchOf } from '../../shared/exchange.ts';
import { isEdited, registry } from '../kinds.ts';
import { paths } from '../paths.ts';

/** Objects of one kind that keep another one from being deleted, as the api lists them. */
export interface Blocker {
  kind: string;
  count: number;
  isMore?: true;
  objects: readonly { id: string; name: string }[];
}

/** The objects that refuse a deletion. Undefined for another error. */
export const blockersIn = (error: Error): readonly Blocker[] | undefined =>
  error instanceof CallError && error.code === 'in-use' ? ((error.data ?? []) as Blocker[]) : undefined;

/** Objects that the user may not see refuse the deletion too. */
export const hasHidden = (error: Error): boolean => error instanceof CallError && 'context' in error.params;

/** The address of a blocking object. Objects without an editor have none. */
export function addressOf(kind: Kind, id: string): string | undefined {
  if (!isEdited(kind)) return undefined;
  const slash = id.indexOf('/');
  return paths.editor(kind, { owner: id.slice(0, slash), [kind.key]: id.slice(slash + 1) });
}

/** The list with all blocking objects of a kind, if one of its filters can show them. */
export function listAddress(blocking: Kind, blocked: Kind, object: Row): string | undefined {
  const path = referencesTo(blocked.name, registry.kinds).find(
    ({ kind, refers }) => kind.name === blocking.name && refers.onDelete === 'refuse',
  );
  if (!path) return undefined;
  const name = String(object[blocked.key]);
  if (blocking.people) return paths.usersOf(name);
  if (!blocking.list?.columns.some(({ field, search }) => field === path.field && search)) return undefined;
  const value = path.refers.by === 'id' ? `${object.owner}/${name}` : name;
  return paths.list(blocking) + searchOf({ field: path.field, value });
}
