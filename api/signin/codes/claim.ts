import { createHash } from 'node:crypto';
import { toLowerCaseAscii } from '../../kinds/user/normalize-login.ts';

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
  /** What was asked, where that is not the address itself: limits that are told count it, never what was found (S25). */
  asked?: readonly string[];
}

type Wanted = Pick<Claim, 'organization' | 'destination' | 'asked'>;

export const askedOf = ({ destination, asked }: Wanted): readonly string[] => asked ?? [destination];

/** What is asked, in whatever capitals, has one code in an organization: asking again puts another in the place of the one before. */
export const codeId = (claim: Wanted): string =>
  createHash('sha256')
    .update(JSON.stringify([claim.organization, ...askedOf(claim).map(toLowerCaseAscii)]))
    .digest('base64url');
