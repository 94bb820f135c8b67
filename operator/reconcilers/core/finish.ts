import type { Conclusion } from '../../runtime/reconciler.ts';

/** The results of one part of a pass, as additions to a conclusion. */
export type Finish = Partial<Pick<Conclusion, 'details' | 'facts' | 'events' | 'afterMs'>>;

/** Joins the parts of one pass. */
export function together(...parts: readonly Finish[]): Conclusion {
  const times = parts.flatMap(({ afterMs }) => (afterMs === undefined ? [] : [afterMs]));
  return {
    details: parts.flatMap(({ details = [] }) => details),
    facts: Object.assign({}, ...parts.map(({ facts }) => facts)),
    events: parts.flatMap(({ events = [] }) => events),
    ...(times.length > 0 && { afterMs: Math.min(...times) }),
  };
}
