import { type Filter, parse } from 'scim2-parse-filter';
import { wrong } from '../failure.ts';

const longest = 2_000;
const mostBrackets = 40;
/** A path is compared with each value of a list, and a group has thousands. */
const mostParts = { invalidFilter: 60, invalidPath: 8 };

/** The library's pattern of a text would take exponential time over line breaks. JSON has none in a text. */
const hasControls = (text: string) => /\p{Cc}/u.test(text);

const insideOf = (filter: Filter): readonly Filter[] =>
  filter.op === 'and' || filter.op === 'or'
    ? filter.filters
    : filter.op === 'not'
      ? [filter.filter]
      : filter.op === '[]'
        ? [filter.valFilter]
        : [];

const countOf = (filter: Filter): number => 1 + insideOf(filter).reduce((sum, each) => sum + countOf(each), 0);

/** Reads a filter of RFC 7644, section 3.4.2.2, if it is short and flat enough. */
export function readFilter(text: string, scimType: 'invalidFilter' | 'invalidPath' = 'invalidFilter'): Filter {
  const refuse = (why: string) => wrong(scimType, why);
  if (text.length > longest) throw refuse(`The filter has more than ${longest} characters`);
  if (hasControls(text)) throw refuse('The filter has a control character');
  if ((text.match(/[([]|\bnot\b/gi) ?? []).length > mostBrackets) throw refuse('The filter is nested too deeply');
  let filter: Filter;
  try {
    filter = parse(text);
  } catch {
    throw refuse('The filter cannot be read');
  }
  const most = mostParts[scimType];
  if (countOf(filter) > most) throw refuse(`The filter has more than ${most} parts`);
  return filter;
}
