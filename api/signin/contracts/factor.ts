import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Sql } from '../../db/knex.ts';
import type { AccountDeps } from '../place/deps.ts';

/** The facts of a user that say which second factors they have and need. */
export type FactorUser = Pick<
  User,
  'owner' | 'name' | 'isAdmin' | 'isGlobalAdmin' | 'secondFactors' | 'requireSecondFactor'
>;

/** A user who proves a second factor. */
export interface Proving {
  context: RequestContext;
  user: User;
  /** The application whose providers send codes. */
  application: string;
  /** The id of the half-finished sign-in or of the session. A challenge belongs to one of these. */
  holder: string;
  /** The language of the request. */
  language: string | undefined;
}

/** The answer of the page. Each factor reads one of the two. */
export interface FactorAnswer {
  code: string;
  /** An answer that is no code, as JSON. */
  credential: string;
}

export type Verdict =
  /** Uses up the answer, in the transaction of what it allows. It refuses if another request was first. */
  | {
      isRight: true;
      useUp?: (sql: Sql) => Promise<void>;
      /** The methods, if they differ from the usual ones of the factor. */
      amr?: readonly string[];
      /** Fields of the user that its use changes. */
      becomes?: Partial<User>;
    }
  | { isRight: false; refusal: Refusal };

/** A second factor. The files of `factors` hold one each. */
export interface SecondFactor {
  /** The name in requests, and in `secondFactors` of a user who has it. */
  name: string;
  /** The methods that tokens name after it (RFC 8176). */
  amr: readonly string[];
  /** It only stands in for another factor, so it cannot be the only one. */
  isSpare?: true;
  /** It serves where a second factor is required. Having it does not require one. */
  isPassive?: true;
  /** Sends a code or makes a challenge. The answer is data for the page. */
  ask?: (deps: AccountDeps, proving: Proving) => Promise<unknown>;
  /** Judges an answer. The caller counts wrong ones, and asks only while no counter is locked. */
  judge: (deps: AccountDeps, proving: Proving, answer: FactorAnswer) => Promise<Verdict>;
}
