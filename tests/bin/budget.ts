/** Minutes of processor time that a whole `npm test` may take, with everything that it starts. */
const minutes = 40;

/** Runs of some files and of the second tier have no budget. */
export const budgetOf = ({ isWhole, isFull }: { isWhole: boolean; isFull: boolean }): number | undefined =>
  isWhole && !isFull ? minutes : undefined;
