import type { AttrExp, Filter } from 'scim2-parse-filter';
import { named, type Steps } from '../document/named.ts';
import { wrong } from '../failure.ts';
import { readFilter } from '../filter/read-filter.ts';
import type { Attribute } from '../schemas/attribute.ts';
import { partOf, type ResourceType } from '../schemas/resource-types.ts';

/** The place that an operation changes: an attribute, or a part of it, of all values or of those that a filter chooses. */
export interface Target {
  steps: Steps;
  filter?: Filter;
}

const unknown = (path: string) => wrong('invalidPath', `${path.slice(0, 200)} is no attribute of this resource`);

function stepsOf(type: ResourceType, name: string, path: string): Steps {
  const steps = named(type, name);
  if (!steps) throw unknown(path);
  return steps;
}

/** The filter in brackets with the names of the schema. The library looks members up as they are written. */
function inside(attribute: Attribute, filter: Filter, path: string): Filter {
  if (filter.op === 'and' || filter.op === 'or')
    return { ...filter, filters: filter.filters.map((each) => inside(attribute, each, path)) };
  if (filter.op === 'not') return { ...filter, filter: inside(attribute, filter.filter, path) };
  const part = filter.op === '[]' ? undefined : partOf(attribute, (filter as AttrExp).attrPath);
  if (!part) throw unknown(path);
  return { ...(filter as AttrExp), attrPath: part.name };
}

/**
 * Reads a path of RFC 7644, section 3.5.2. Its grammar is a part of that of filters, so the library reads it: a path without a filter becomes
 * the question whether its attribute is present.
 */
export function readPath(type: ResourceType, path: string): Target {
  const read = readFilter(path.endsWith(']') ? path : `${path} pr`, 'invalidPath');
  if (read.op === 'pr') return { steps: stepsOf(type, read.attrPath, path) };
  const [chosen, part] = read.op === 'and' && read.filters.length === 2 ? read.filters : [read, undefined];
  if (chosen?.op !== '[]' || (part && part.op !== 'pr')) throw unknown(path);
  const steps = stepsOf(type, part ? part.attrPath : chosen.attrPath, path);
  if (!steps[0].multiValued) throw unknown(path);
  return { steps, filter: inside(steps[0], chosen.valFilter, path) };
}
