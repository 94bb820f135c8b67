/** The server's errors for a value: for the value itself, or for its parts by name and index. */
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

/** The id of the control for a path. */
export const idOf = (path: string) => path.replaceAll('.', '-');

/** The path where an error is shown. A part without its own input shows its error beside the whole value. */
export const placeOf = (path: string) => (document.getElementById(idOf(path)) ? path : (path.split('.')[0] ?? path));
