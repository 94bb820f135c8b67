import type { SourceProblem } from './contract.ts';

/** A syncer lacks what every reading needs. The words have the label of the field. */
export const incomplete = (field: string): SourceProblem => ({
  code: 'database-incomplete',
  params: { fieldOf: 'syncer', field },
  field,
});
