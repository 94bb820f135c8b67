import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import { type Doc, withoutNulls } from '../document/normalized.ts';
import type { ResourceType } from '../schemas/resource-types.ts';
import type { Home } from './keeper.ts';
import { versionOf } from './versions.ts';

export const locationOf = ({ base }: Pick<Home, 'base'>, { endpoint }: ResourceType, id: unknown): string =>
  `${base}/${endpoint}/${id}`;

/** A resource with what all have. An extension is named only if it has a value. */
export function shownResource(type: ResourceType, home: Home, row: Draft, attributes: Doc, lastModified: unknown): Doc {
  const { externalId, ...others } = withoutNulls(attributes);
  const extensions = type.extensions.filter(({ id }) => others[id] !== undefined).map(({ id }) => id);
  return {
    schemas: [type.schema.id, ...extensions],
    id: row.id,
    ...(externalId !== undefined && externalId !== '' && { externalId }),
    meta: {
      resourceType: type.name,
      created: row.createdTime,
      ...(lastModified ? { lastModified } : {}),
      location: locationOf(home, type, row.id),
      version: versionOf(row),
    },
    ...others,
  };
}
