/** An address within the console, and how the user came there. */
export interface Place {
  pathname: string;
  search: string;
  /** What the page that led here said, for instance where to return to. */
  state: Readonly<Record<string, unknown>>;
  /** The user went back or forward in the history, or reloaded. */
  isOfHistory: boolean;
  /** The number of the page in the history of this tab. */
  index: number;
}

/** An address, whole or the parts that change. */
export type Target = string | { pathname?: string; search?: string };

interface Kept {
  index?: number;
  state?: Place['state'];
}

/** The place that the browser shows. */
export function placeOfBrowser(): Place {
  const { pathname, search } = window.location;
  const { index = 0, state = {} } = (window.history.state ?? {}) as Kept;
  return { pathname, search, state, index, isOfHistory: true };
}

/** The address of a target, from the page that the browser shows. */
export function addressOf(target: Target): string {
  if (typeof target === 'string') return target;
  const { pathname = window.location.pathname, search = '' } = target;
  return pathname + (search && !search.startsWith('?') ? `?${search}` : search);
}

/** Writes a place into the browser's history. */
export function write({ pathname, search, state, index }: Place, isReplacing: boolean): void {
  const kept: Kept = { index, state };
  if (isReplacing) window.history.replaceState(kept, '', pathname + search);
  else window.history.pushState(kept, '', pathname + search);
}
