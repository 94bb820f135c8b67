/** The periods that people buy of a plan. */
export const periods = ['month', 'year'] as const;
export type Period = (typeof periods)[number];

export const monthsOf: Readonly<Record<Period, number>> = { month: 1, year: 12 };
