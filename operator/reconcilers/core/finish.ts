import type { Conclusion } from '../../runtime/reconciler.ts';

/** What is left to do when the API has the object, as one part of a pass found it: it adds to a conclusion. */
export type Finish = Partial<Pick<Conclusion, 'details' | 'facts' | 'events' | 'afterMs'>>;

/** Parts of one pass, told as one. */
export function together(...parts: readonly Finish[]): Conclusion {
  const times = parts.flatMap(({ afterMs }) => (afterMs === undefined ? [] : [afterMs]));
  return {
    details: parts.flatMap(({ details = [] }) => details),
    facts: Object.assign({}, ...parts.map(({ facts }) => facts)),
    events: parts.flatMap(({ events = [] }) => events),
    ...(times.length > 0 && { afterMs: Math.min(...times) }),
  };
}
