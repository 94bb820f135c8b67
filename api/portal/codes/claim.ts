import { createHash } from 'node:crypto';

export const codePurposes = ['signup', 'login', 'forget', 'reset'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** What a code is good for: it proves this address, to this application, for this purpose, of this user (S26). */
export interface Claim {
  organization: string;
  /** Empty where a person changes his own address: no application has a part in that. */
  application: string;
  purpose: CodePurpose;
  destination: string;
  /** Name of the user; empty at sign-up, and where nobody has the address. */
  user: string;
}

/** An address has one code in an organization: sending another puts it in the place of the one before. */
export const codeId = ({ organization, destination }: Pick<Claim, 'organization' | 'destination'>): string =>
  createHash('sha256')
    .update(JSON.stringify([organization, destination]))
    .digest('base64url');
