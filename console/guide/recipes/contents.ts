export const contents = [] as const;
