import type { Kind } from '@doorwright/crds';
import { snake, tableName } from '@doorwright/crds/derive/tables.ts';
import { type ListFilter, takesMoment, takesUser } from '@doorwright/crds/list-filter.ts';
import type { Knex } from 'knex';
import { Refusal } from '../../errors.ts';
import { instantOf } from './moments.ts';

/** The named filters in force. The value is a moment or a user for those that take one. */
export type NamedFilters = Readonly<Record<string, string>>;

type Parameters = Readonly<Record<string, string | undefined>>;

const flags: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

function valueIn(filter: ListFilter, sent: string): string {
  if (takesMoment(filter)) return instantOf(filter.name, sent) ?? '';
  if (takesUser(filter)) return sent;
  const isOn = flags[sent];
  if (isOn === undefined) throw new Refusal('invalid', {}, { fields: [{ field: filter.name, code: 'not-flag' }] });
  return isOn ? 'true' : '';
}

/** The named filters among the parameters of a list. */
export function namedFiltersIn(kind: Kind, parameters: Parameters): NamedFilters {
  const asked = (kind.list?.filters ?? []).flatMap((filter) => {
    const sent = parameters[filter.name];
    const value = sent ? valueIn(filter, sent) : '';
    return value ? [[filter.name, value]] : [];
  });
  return Object.fromEntries(asked);
}

/** The condition of one filter. */
export function whereNamed(query: Knex.QueryBuilder, { where }: ListFilter, value: string): void {
  // As the index has it.
  if ('is' in where) query.whereRaw(where.is ? '??' : 'NOT ??', [snake(where.field)]);
  else if ('never' in where) query.whereNull(snake(where.never));
  else if ('onlyOf' in where)
    query.whereRaw('?? <@ CAST(? AS jsonb)', [snake(where.field), JSON.stringify(where.onlyOf)]);
  else if ('before' in where) {
    const moments = where.before.map(() => '??').join(', ');
    query.whereRaw(`coalesce(${moments}) < ?`, [...where.before.map(snake), value]);
  } else if ('actor' in where) {
    const { actor, object } = where;
    const [owner = '', name = ''] = value.split('/');
    query.where((each) =>
      each
        .where({ [snake(actor.owner)]: owner, [snake(actor.name)]: name })
        .orWhere({ [snake(object)]: `user ${owner}/${name}` }),
    );
  } else {
    const { rows, id, until } = where;
    // The names are compared as columns, so that their index finds them.
    query.whereRaw(
      "(owner, name) IN (SELECT split_part(??, '/', 1), split_part(??, '/', 2) FROM ?? WHERE ?? <> '' AND ?? > now())",
      [snake(id), snake(id), tableName({ plural: rows }), snake(id), snake(until)],
    );
  }
}
