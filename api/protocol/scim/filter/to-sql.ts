import { folded } from '@doorwright/crds/derive/tables.ts';
import type { AttrExp, Compare, Filter } from 'scim2-parse-filter';
import { wrong } from '../failure.ts';
import type { Column, Condition } from './columns.ts';

type Op = Compare['op'];
type Value = Compare['compValue'];

interface Place {
  /** The start of URIs that a program may put before a name. */
  schema: string;
  organization: string;
  columns: Readonly<Record<string, Column>>;
}

const signs = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');
const patterns = {
  co: (text: string) => `%${text}%`,
  sw: (text: string) => `${text}%`,
  ew: (text: string) => `%${text}`,
};

const refuse = (detail: string) => wrong('invalidFilter', detail);

function textCondition(column: Column & { sql: string }, op: Op, value: Value): Condition {
  if (typeof value !== 'string') throw refuse('A text is compared with a text');
  const { type, sql } = column;
  const like = type === 'exact' ? 'LIKE' : 'ILIKE';
  if (op === 'co' || op === 'sw' || op === 'ew')
    return { sql: `${sql} ${like} ?`, bindings: [patterns[op](escaped(value))] };
  // The index of parts of a text finds whole ones too, in any case.
  if (type === 'text' && (op === 'eq' || op === 'ne'))
    return { sql: `${sql} ${op === 'eq' ? 'ILIKE' : 'NOT ILIKE'} ?`, bindings: [escaped(value)] };
  if (type === 'exact') return { sql: `${sql} ${signs[op]} ? AND ${sql} <> ''`, bindings: [value] };
  return { sql: `${folded(sql)} ${signs[op]} ${folded('?')}`, bindings: [value] };
}

function flagCondition({ sql }: { sql: string }, op: Op, value: Value): Condition {
  const text = String(value).toLowerCase();
  if ((op !== 'eq' && op !== 'ne') || (text !== 'true' && text !== 'false'))
    throw refuse('A flag is equal to true or false');
  return (text === 'true') === (op === 'eq') ? { sql, bindings: [] } : { sql: `NOT (${sql})`, bindings: [] };
}

function momentCondition({ sql }: { sql: string }, op: Op, value: Value): Condition {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : undefined;
  if (!time || Number.isNaN(time.getTime()) || !(op in signs)) throw refuse('A time is compared with a time');
  return { sql: `${sql} ${signs[op as keyof typeof signs]} ?`, bindings: [time] };
}

const present = (column: Column): Condition => {
  if (column.type === 'found') throw refuse('This attribute is compared by eq only');
  const isText = column.type !== 'flag' && column.type !== 'moment';
  return { sql: isText ? `${column.sql} <> ''` : 'true', bindings: [] };
};

function compared(column: Column, op: Op, value: Value, organization: string): Condition {
  if (value === null) {
    const { sql, bindings } = present(column);
    return op === 'ne' ? { sql, bindings } : { sql: `NOT (${sql})`, bindings };
  }
  if (column.type === 'found') {
    if (op !== 'eq' || typeof value !== 'string') throw refuse('This attribute is compared by eq only');
    return column.equals(organization, value);
  }
  if (column.type === 'flag') return flagCondition(column, op, value);
  return column.type === 'moment' ? momentCondition(column, op, value) : textCondition(column, op, value);
}

function joined(parts: readonly Condition[], by: 'AND' | 'OR'): Condition {
  return {
    sql: `(${parts.map(({ sql }) => `(${sql})`).join(` ${by} `)})`,
    bindings: parts.flatMap(({ bindings }) => bindings),
  };
}

/** The key of a column: the name in lower case without the URI of the schema. */
export function columnNamed({ schema, columns }: Place, name: string): Column | undefined {
  const lower = name.toLowerCase();
  const start = `${schema.toLowerCase()}:`;
  const key = lower.startsWith(start) ? lower.slice(start.length) : lower;
  return Object.hasOwn(columns, key) ? columns[key] : undefined;
}

/** The condition for a filter. It reaches only the columns of the list, and its values are bound. */
export function toSql(filter: Filter, place: Place, within = ''): Condition {
  const inside = (each: Filter) => toSql(each, place, within);
  if (filter.op === 'and') return joined(filter.filters.map(inside), 'AND');
  if (filter.op === 'or') return joined(filter.filters.map(inside), 'OR');
  if (filter.op === 'not') {
    const { sql, bindings } = inside(filter.filter);
    return { sql: `NOT (${sql})`, bindings };
  }
  if (filter.op === '[]') {
    if (within) throw refuse('A filter in brackets holds no other one');
    return toSql(filter.valFilter, place, `${filter.attrPath}.`);
  }
  const comparison = filter as AttrExp;
  const name = within + comparison.attrPath;
  const column = columnNamed(place, name);
  if (!column) throw refuse(`${name.slice(0, 100)} cannot be filtered`);
  return comparison.op === 'pr'
    ? present(column)
    : compared(column, comparison.op, comparison.compValue, place.organization);
}
