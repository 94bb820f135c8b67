import { wrong } from '../failure.ts';
import type { Projection } from './projected.ts';

const mostNames = 100;

export type Parameters = Readonly<Record<string, unknown>>;

/** Names may ignore case. A list in a query is separated by commas. */
export function valueIn(asked: Parameters, name: string): unknown {
  return Object.entries(asked).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

function namesIn(asked: Parameters, name: string): string[] | undefined {
  const value = valueIn(asked, name);
  if (value === undefined || value === '' || value === null) return undefined;
  const names = Array.isArray(value) ? value.map(String) : String(value).split(',');
  if (names.length > mostNames) throw wrong('invalidValue', `${name} has more than ${mostNames} names`);
  return names;
}

export function readProjection(asked: Parameters): Projection {
  const [attributes, excludedAttributes] = [namesIn(asked, 'attributes'), namesIn(asked, 'excludedAttributes')];
  if (attributes && excludedAttributes)
    throw wrong('invalidValue', 'attributes and excludedAttributes exclude each other');
  return { attributes, excludedAttributes };
}
