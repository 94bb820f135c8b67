/** The keywords of RFC 7644, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'sensitive';

/** An error that the protocol itself has words for. Programs read these, so they are in English only. */
export class ScimFailure extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.name = 'ScimFailure';
    this.status = status;
    this.scimType = scimType;
  }
}

export const wrong = (scimType: ScimType, detail: string) => new ScimFailure(400, detail, scimType);

export const nowhere = (what: string) => new ScimFailure(404, `${what} not found`);
