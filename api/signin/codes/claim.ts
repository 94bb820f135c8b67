import { createHash } from 'node:crypto';
import { toLowerCaseAscii } from '../../kinds/user/normalize-login.ts';

export const codePurposes = ['signup', 'login', 'forget', 'reset'] as const;
/** A page asks for the code of a second factor, and for a link, by other routes. */
export type CodePurpose = (typeof codePurposes)[number] | 'factor' | 'link';

/** A code proves one address, to one application, for one purpose and one user (S26). */
export interface Claim {
  organization: string;
  /** Empty where users change their own address, because no application takes part. */
  application: string;
  purpose: CodePurpose;
  destination: string;
  /** The name of the user. It is empty at sign-up, and where nobody has the address. */
  user: string;
  /**
   * The question, where it is not the address itself. Limits that users are told about count the question, never the
   * answer (S25).
   */
  asked?: readonly string[];
}

type Wanted = Pick<Claim, 'organization' | 'destination' | 'asked'>;

/** The user of a claim, if somebody has the address. */
export const claimant = ({ organization, user }: Pick<Claim, 'organization' | 'user'>) =>
  user ? { owner: organization, name: user } : undefined;

export const askedOf = ({ destination, asked }: Wanted): readonly string[] => asked ?? [destination];

/** The question in any capitals has one code in an organization. Asking again replaces the code. */
export const codeId = (claim: Wanted): string =>
  createHash('sha256')
    .update(JSON.stringify([claim.organization, ...askedOf(claim).map(toLowerCaseAscii)]))
    .digest('base64url');
