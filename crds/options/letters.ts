/** The variables of all letters. */
const common = ['application', 'organization', 'user', 'address', 'minutes'] as const;

/** The letters that people get, each with its variables. */
export const letterVariables = {
  code: ['code', ...common],
  link: ['link', ...common],
} as const;

export type Letter = keyof typeof letterVariables;
export const letters = Object.keys(letterVariables) as [Letter, ...Letter[]];
