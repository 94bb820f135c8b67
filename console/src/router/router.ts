import { type Match, matcher, type Page, type PageComponent } from './match.ts';
import { addressOf, type Place, placeOfBrowser, type Target, write } from './place.ts';

/** What the console shows. A page stays until the file of the next one has come. */
export interface Shown extends Match {
  place: Place;
  /** Undefined until the file of the first page has come. */
  Component: PageComponent | undefined;
  /** The file of the page did not load. */
  error?: unknown;
  /** The file of another page is loading. */
  isTurning: boolean;
}

/** Tells whether the user must agree before a page is left. */
export type Blocks = (now: Place, next: Place) => boolean;

/** A step that waits for the user's agreement. */
export interface BlockedStep {
  proceed: () => void;
}

interface Options {
  replace?: boolean;
  state?: Record<string, unknown>;
}

const components = new Map<Page, PageComponent>();
const listeners = new Set<() => void>();

let find: (pathname: string) => Match;
let shown: Shown;
let guard: { blocks: Blocks; onBlocked: (step: BlockedStep) => void } | undefined;
/** The number of the last step. An earlier one that loads longer changes nothing. */
let last = 0;
/** The step of the history that undoes or repeats a blocked one. */
let isOwnStep = false;

function show(next: Shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a place as soon as the file of its page has come. */
async function turnTo(place: Place, arrive: () => void): Promise<void> {
  last += 1;
  const step = last;
  const match = find(place.pathname);
  const loaded = components.get(match.page);
  const finish = (Component: PageComponent | undefined, error?: unknown) => {
    Component?.ask?.(place, match.names);
    arrive();
    show({ ...match, place, Component, isTurning: false, ...(error !== undefined && { error }) });
  };
  if (loaded) return finish(loaded);
  show({ ...shown, isTurning: true });
  try {
    const Component = await match.page.load();
    components.set(match.page, Component);
    if (step === last) finish(Component);
  } catch (error) {
    if (step === last) finish(undefined, error);
  }
}

/** Loads the file of a page that the user is about to open. */
export async function prepare(target: Target): Promise<void> {
  const { page } = find(new URL(addressOf(target), window.location.origin).pathname);
  // A failure shows when they do open it.
  if (!components.has(page))
    await page.load().then(
      (Component) => components.set(page, Component),
      () => {},
    );
}

/** Goes to another page of the console. */
export function navigate(target: Target, { replace = false, state = {} }: Options = {}): void {
  const { pathname, search } = new URL(addressOf(target), window.location.origin);
  const index = shown.place.index + (replace ? 0 : 1);
  const place: Place = { pathname, search, state, index, isOfHistory: false };
  const go = () => void turnTo(place, () => write(place, replace));
  if (guard?.blocks(shown.place, place)) guard.onBlocked({ proceed: go });
  else go();
}

/** The user goes back or forward. The browser shows the other address already. */
function followHistory(): void {
  const place = placeOfBrowser();
  const distance = place.index - shown.place.index;
  const go = () => void turnTo(place, () => {});
  if (isOwnStep) {
    isOwnStep = false;
    if (distance !== 0) go();
    return;
  }
  const leap = (by: number) => {
    isOwnStep = true;
    window.history.go(by);
  };
  if (distance !== 0 && guard?.blocks(shown.place, place)) {
    leap(-distance);
    guard.onBlocked({ proceed: () => leap(distance) });
  } else go();
}

/** Starts with the page of the present address. */
export function startRouter(pages: readonly Page[]): void {
  find = matcher(pages);
  const place = placeOfBrowser();
  shown = { ...find(place.pathname), place, Component: undefined, isTurning: false };
  window.addEventListener('popstate', followHistory);
  void turnTo(place, () => {});
}

/** Sets who is asked before a page is left. Returns its end. */
export function holdPage(blocks: Blocks, onBlocked: (step: BlockedStep) => void): () => void {
  const own = { blocks, onBlocked };
  guard = own;
  return () => {
    if (guard === own) guard = undefined;
  };
}

/** For an editor: it returns to the list in its state of now. */
export const hereAsOrigin = (): Place['state'] => ({ from: shown.place.pathname + shown.place.search });

export const shownNow = (): Shown => shown;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
