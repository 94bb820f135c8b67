import type { SyncLink } from '@doorwright/crds/kinds/sync-link.ts';
import type { SyncRow } from '@doorwright/crds/kinds/sync-row.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import type { Source } from '../source.ts';
import { hashOfDigest } from '../store/links.ts';

type Linked = Pick<
  SyncLink,
  'source' | 'key' | 'userId' | 'fields' | 'wish' | 'wanted' | 'groups' | 'digestOf' | 'isBlocked'
>;

/** The link of a person whom a row adds. The groups come after it. */
export const linkOfRow = (
  source: Source,
  { key, owned, wish, digest }: Pick<SyncRow, 'key' | 'owned' | 'wish' | 'digest'>,
  { id, isForbidden }: Draft,
): Linked => ({
  ...{ source: source.id, key, userId: String(id), fields: owned, wish, wanted: [], groups: [] },
  digestOf: hashOfDigest(digest),
  isBlocked: isForbidden === true,
});
