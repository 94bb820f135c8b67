import { isObject } from '../document/normalized.ts';
import type { Projection } from '../document/projected.ts';
import { type Parameters, readProjection, valueIn } from '../document/read-projection.ts';
import { wrong } from '../failure.ts';
import { largestPage } from '../limits.ts';

const usualPage = 100;
const farthest = 2_147_483_647;

/** What a list asks for, by the query of a GET or the body of a search. */
export interface Search extends Projection {
  filter: string;
  startIndex: number;
  count: number;
  sortBy: string;
  isDescending: boolean;
}

function textIn(asked: Parameters, name: string): string {
  const value = valueIn(asked, name) ?? '';
  if (typeof value !== 'string') throw wrong('invalidValue', `${name} must be one text`);
  return value;
}

function numberIn(asked: Parameters, name: string, usual: number): number {
  const value = valueIn(asked, name) ?? '';
  if (value === '') return usual;
  if (!/^-?\d{1,10}$/.test(String(value))) throw wrong('invalidValue', `${name} must be a whole number`);
  return Math.min(Number(value), farthest);
}

/** A number below the first counts as the first (RFC 7644, section 3.4.2.4). */
export function readSearch(asked: unknown): Search {
  if (!isObject(asked)) throw wrong('invalidSyntax', 'The search must be a JSON object');
  return {
    ...readProjection(asked),
    filter: textIn(asked, 'filter'),
    startIndex: Math.max(1, numberIn(asked, 'startIndex', 1)),
    count: Math.min(largestPage, Math.max(0, numberIn(asked, 'count', usualPage))),
    sortBy: textIn(asked, 'sortBy'),
    isDescending: textIn(asked, 'sortOrder').toLowerCase() === 'descending',
  };
}
