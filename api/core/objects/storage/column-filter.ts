import type { Kind } from '@doorwright/crds';
import { columnSearch } from '@doorwright/crds/derive/column-search.ts';
import { searchedText, snake } from '@doorwright/crds/derive/tables.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import type { Knex } from 'knex';

const escaped = (value: string) => value.replaceAll(/[\\%_]/g, '\\$&');

const inside = (value: string) => `%${escaped(value)}%`;

/**
 * The index looks up every three neighbouring characters of a text, and most of these are frequent. The end of an address or a
 * name differs most.
 */
const lookedUp = 10;

const endOf = (value: string) => Array.from(value).slice(-lookedUp).join('');

/** The trigram index has no parts that are shorter, except at the start of a word. */
const shortest = 3;

function whereTogether(query: Knex.QueryBuilder, kind: Kind, value: string): void {
  const together = searchedText(kind);
  // Among very many objects, one or two characters begin a word.
  if (kind.numerous && Array.from(value).length < shortest) {
    query.whereRaw(`((${together}) ILIKE ? OR (${together}) ILIKE ?)`, [`${escaped(value)}%`, `% ${escaped(value)}%`]);
    return;
  }
  query.whereRaw(`(${together}) ILIKE ?`, [inside(endOf(value))]);
  // Not the expression of the index, so each row that the index finds is compared.
  if (endOf(value) !== value) query.whereRaw(`(${together} || '') ILIKE ?`, [inside(value)]);
}

/** The condition that a list has a text in any of the fields that its kind searches together, or as the whole of another. */
export function whereText(query: Knex.QueryBuilder, kind: Kind, value: string): void {
  const { textIds = [] } = kind.list ?? {};
  query.where((either) => {
    either.where((inside) => whereTogether(inside, kind, value));
    for (const field of textIds) either.orWhere(snake(field), value);
  });
}

/** The conditions of searches in the columns of a kind. */
export function columnFilter(kind: Kind) {
  const types = new Map(fieldsOf(kind).map(({ name, type }) => [name, type]));

  function whereWhole(query: Knex.QueryBuilder, field: string, value: string): void {
    if (types.get(field) === 'string') query.where(snake(field), value);
    else if (/^\d{1,15}$/.test(value)) query.where(snake(field), Number(value));
    else query.whereRaw('false');
  }

  return (query: Knex.QueryBuilder, { field, value }: { field: string; value: string }): void => {
    const how = columnSearch(kind, field);
    // Such a field has lower case only. Searching in any case would need a second index.
    if (how === 'start') query.whereRaw('?? LIKE ?', [snake(field), `${escaped(value.toLowerCase())}%`]);
    else if (how === 'whole') whereWhole(query, field, value);
    else {
      // The index of all texts together narrows a search in one of them.
      if (kind.list?.texts?.includes(field) && Array.from(value).length >= shortest)
        whereTogether(query, kind, endOf(value));
      const column = types.get(field) === 'string' ? '??' : '??::text';
      query.whereRaw(`${column} ILIKE ?`, [snake(field), inside(value)]);
    }
  };
}
