import { isObject } from '../document/normalized.ts';
import type { Projection } from '../document/projected.ts';
import { wrong } from '../failure.ts';
import { largestPage } from '../limits.ts';

const usualPage = 100;
const farthest = 2_147_483_647;
const mostNames = 100;

/** What a list asks for, by the query of a GET or the body of a search. */
export interface Search extends Projection {
  filter: string;
  startIndex: number;
  count: number;
  sortBy: string;
  isDescending: boolean;
}

/** Names may ignore case. A list in a query is separated by commas. */
function valueIn(asked: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.entries(asked).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

function textIn(asked: Readonly<Record<string, unknown>>, name: string): string {
  const value = valueIn(asked, name) ?? '';
  if (typeof value !== 'string') throw wrong('invalidValue', `${name} must be one text`);
  return value;
}

function numberIn(asked: Readonly<Record<string, unknown>>, name: string, usual: number): number {
  const value = valueIn(asked, name) ?? '';
  if (value === '') return usual;
  if (!/^-?\d{1,10}$/.test(String(value))) throw wrong('invalidValue', `${name} must be a whole number`);
  return Math.min(Number(value), farthest);
}

function namesIn(asked: Readonly<Record<string, unknown>>, name: string): string[] | undefined {
  const value = valueIn(asked, name);
  if (value === undefined || value === '' || value === null) return undefined;
  const names = Array.isArray(value) ? value.map(String) : String(value).split(',');
  if (names.length > mostNames) throw wrong('invalidValue', `${name} has more than ${mostNames} names`);
  return names;
}

export function readProjection(asked: Readonly<Record<string, unknown>>): Projection {
  const [attributes, excludedAttributes] = [namesIn(asked, 'attributes'), namesIn(asked, 'excludedAttributes')];
  if (attributes && excludedAttributes)
    throw wrong('invalidValue', 'attributes and excludedAttributes exclude each other');
  return { attributes, excludedAttributes };
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
