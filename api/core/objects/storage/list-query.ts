import type { Kind } from '@doorwright/crds';
import { columnSearch } from '@doorwright/crds/derive/column-search.ts';
import { hasOrder, ordersOf } from '@doorwright/crds/derive/orders.ts';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { Refusal } from '../../errors.ts';
import { instantOf } from './moments.ts';
import { type NamedFilters, namedFiltersIn } from './named-filters.ts';

export interface ListQuery {
  owner?: string;
  /** Only objects of this organization, whatever owner the caller asks for. */
  tenant?: string;
  /** For kinds with an audience: only objects for this organization. */
  audience?: string;
  equal?: Record<string, unknown>;
  page?: { number: number; size: number };
  filter?: { field: string; value: string };
  /** Texts in any of the fields that the kind searches together. */
  text?: string;
  /** The named filters of the kind. */
  named?: NamedFilters;
  /** Only objects that were created in this time: from its start, and before its end. */
  created?: { from?: string; to?: string };
  sort: { field: string; ascending: boolean };
}

export const largestPage = 1000;

/** The time of creation that a list is limited to. */
export const createdParameters = {
  createdFrom: { about: 'Only objects created at this time or later (RFC 3339).' },
  createdTo: { about: 'Only objects created before this time (RFC 3339).' },
};

export const pageParameters = {
  p: { about: 'Page, counted from 1. Paging needs pageSize too.' },
  pageSize: { about: `Rows on a page, at most ${largestPage}.` },
};

const usualPage = 10;
const longestFilter = 500;

/** The parameters of a kind's list that limit it to a value of a field. */
export const equalFields = (kind: Kind): readonly string[] => [
  ...['organization', 'user'].filter((name) => name in kind.schema.shape),
  ...(kind.list?.equals ?? []).filter((name) => name !== 'user'),
];

/** The columns that a list can be sorted by, among those that the caller sees. */
export const sortable = (kind: Kind, shown?: readonly string[]): FieldDescription[] =>
  ordersOf(kind).filter(({ name }) => !shown || shown.includes(name));

/** The columns that a list can be searched by: stored fields without secrets, among those that the caller sees. */
export const searchable = (kind: Kind, shown?: readonly string[]): FieldDescription[] =>
  fieldsOf(kind).filter(
    ({ name, computed, secret }) =>
      !computed && !secret && (!shown || shown.includes(name)) && columnSearch(kind, name) !== 'none',
  );

/** Very many objects have most orders within one organization only. */
export function refuseOrderAmongAll(kind: Kind, { owner, tenant, sort }: ListQuery): void {
  if (hasOrder(kind, sort.field, { isOfOne: Boolean(owner || tenant) })) return;
  throw new Refusal('unknown-column', { parameter: 'sortField', column: sort.field, kind: kind.kind });
}

/** Clients of Casdoor 2022 send `display_name` for the field `displayName`. */
export const asField = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function column(kind: Kind, parameter: 'field' | 'sortField', column: string, shown?: readonly string[]): string {
  const name = asField(column);
  const columns = parameter === 'field' ? searchable(kind, shown) : sortable(kind, shown);
  if (columns.some((field) => field.name === name)) return name;
  throw new Refusal('unknown-column', { parameter, column: column.slice(0, 50), kind: kind.kind });
}

const whole = (text: string) => (/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN);

export function pageOf(p: string, pageSize: string): ListQuery['page'] {
  if (!p || !pageSize) return;
  const size = whole(pageSize);
  if (size > largestPage) throw new Refusal('too-many-rows', { limit: largestPage });
  return { number: Math.max(1, whole(p) || 1), size: size > 0 ? size : usualPage };
}

function createdIn({ createdFrom = '', createdTo = '' }: Parameters): ListQuery['created'] {
  const from = instantOf('createdFrom', createdFrom);
  const to = instantOf('createdTo', createdTo);
  return from || to ? { ...(from && { from }), ...(to && { to }) } : undefined;
}

type Parameters = Readonly<Record<string, string | undefined>>;

export function readListQuery(kind: Kind, parameters: Parameters, shown?: readonly string[]): ListQuery {
  const { owner, p = '', pageSize = '', field = '', value = '', sortField = '', sortOrder = '' } = parameters;
  const text = kind.list?.texts ? (parameters.text ?? '') : '';
  const page = pageOf(p, pageSize);
  for (const [name, typed] of Object.entries({ value, text }))
    if (typed.length > longestFilter)
      throw new Refusal('invalid', {}, { fields: [{ field: name, code: 'too-long', params: { max: longestFilter } }] });
  const searched = field ? column(kind, 'field', field, shown) : '';
  const sorted = sortField ? column(kind, 'sortField', sortField, shown) : '';
  const created = createdIn(parameters);
  return {
    ...(owner && { owner }),
    ...(created && { created }),
    ...(page && { page }),
    ...(text && { text }),
    named: namedFiltersIn(kind, parameters),
    ...(searched && value && { filter: { field: searched, value } }),
    sort:
      sorted && sortOrder
        ? { field: sorted, ascending: sortOrder === 'ascend' }
        : { field: 'createdTime', ascending: false },
  };
}
