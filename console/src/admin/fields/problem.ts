/** The errors for a value: for the value itself, or for its parts by name and index. */
export interface Problem {
  message?: unknown;
  [step: string]: unknown;
}

const typed: unique symbol = Symbol('typed');

/** Errors that the page found while the user typed. It finds them again after each change, so nothing keeps them. */
export const asTyped = (problem: Problem): Problem => Object.assign(problem, { [typed]: true });

export const isTyped = (problem: Problem): boolean => typed in problem;

export const textOf = (problem: Problem | undefined): string | undefined =>
  typeof problem?.message === 'string' ? problem.message : undefined;

export const within = (problem: Problem | undefined, step: string | number): Problem | undefined =>
  problem?.[step] as Problem | undefined;

/** `signupItems[0].rule` of the api is `signupItems.0.rule` of the form. */
export const formPath = (field: string) => field.replaceAll(/\[(\d+)\]/g, '.$1');

/** The id of the control for a path. */
export const idOf = (path: string) => path.replaceAll('.', '-');

const isThere = (path: string) => document.getElementById(idOf(path)) !== null;

/**
 * The path where an error is shown: its own input, or the row that contains it, which opens. A part without either shows its error
 * beside the whole value.
 */
export function placeOf(path: string): string {
  const [field = '', row = ''] = path.split('.');
  return isThere(path) || isThere(`${field}.${row}`) ? path : field;
}
