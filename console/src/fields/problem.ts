/** What the server said of a value: of the value itself, or of its parts, by their names and places. */
export interface Problem {
  message?: unknown;
  [step: string]: unknown;
}

export const textOf = (problem: Problem | undefined): string | undefined =>
  typeof problem?.message === 'string' ? problem.message : undefined;

export const within = (problem: Problem | undefined, step: string | number): Problem | undefined =>
  problem?.[step] as Problem | undefined;

/** `signupItems[0].rule` of the api is `signupItems.0.rule` of the form. */
export const formPath = (field: string) => field.replaceAll(/\[(\d+)\]/g, '.$1');

/** The control of a path, in a row or out of it. */
export const idOf = (path: string) => path.replaceAll('.', '-');

/** Where a problem is shown: a part that has no box of its own is told of beside the whole. */
export const placeOf = (path: string) => (document.getElementById(idOf(path)) ? path : (path.split('.')[0] ?? path));
