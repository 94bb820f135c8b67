import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { z } from 'zod';
import type { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Sql } from '../../db/knex.ts';
import type { Counter, SoFar } from '../locks/guesses.ts';
import type { AccountDeps } from '../place/deps.ts';

/** The members of the sign-in form that all methods share. */
export interface CommonForm {
  /** The name, email, phone or ID card number of the user. Some methods need none. */
  username: string;
}

/** The application that a user signs in at, and the organization that they belong to. */
export interface Entrance {
  application: Application;
  /** Missing where the form names an organization that does not exist. */
  organization: Organization | undefined;
  /** The name of the organization, also of a missing one. */
  owner: string;
  /** The prefix of its phone numbers. */
  phonePrefix: string;
}

export interface Browser {
  deviceCookie: string | undefined;
  requestCookie?: string | undefined;
  passkeyCookie?: string | undefined;
  linkCookie?: string | undefined;
  userAgent: string;
}

export interface Attempt<Form = CommonForm> {
  form: Form;
  context: RequestContext;
  entrance: Entrance;
  browser: Browser;
  /** The digest of the request that the user signs in for. Programs without a page have none. */
  request?: string | undefined;
  /** Somebody can answer a question, such as a captcha. Nobody can at the token endpoint. */
  isAnswerable: boolean;
}

/** One guess at who somebody is, before it is judged. */
export interface Guess {
  /** The user whom the record of a refusal names. A deleted user is named too. */
  found: User | undefined;
  /** Counters of wrong guesses. A lock of any refuses the guess. A right guess resets the first. */
  counters: readonly [Counter, ...Counter[]];
  /** Judges the guess. The pipeline calls it once, and only while no counter is locked. */
  judge: (soFar: SoFar) => Promise<Proven | Wrong>;
}

export interface Proven {
  user: User;
  /** The master password was used, so somebody else signs in as the user. */
  isImpersonated?: boolean;
  /** Counters whose lock makes the proof wrong. The answer does not mention these locks. */
  closedBy?: readonly Counter[];
  /** Columns of the user's row that the sign-in changes. */
  changes?: Readonly<Record<string, unknown>>;
  /** Uses up the proof, in the transaction that opens or holds the sign-in. It refuses if the proof no longer holds. */
  useUp?: (sql: Sql) => Promise<void>;
  /** The methods that tokens name, if they differ from the usual ones of the method. */
  amr?: readonly string[];
  /** The directory of the user demands a new password before they sign in. */
  hasExpired?: boolean;
  /** The reason that the record gives. */
  reason?: string;
}

export interface Wrong {
  user: undefined;
  /** Says why, after the guess has been counted. */
  refusal: () => Promise<Refusal>;
}

/** A way to prove an identity. The files of `methods` hold one each. */
export interface SignInMethod<Form = CommonForm> {
  /** The name that answers and errors use. */
  name: string;
  /** The methods that tokens name after it (RFC 8176). With `mfa` it counts as two factors. */
  amr: readonly string[];
  /** The members that it adds to the sign-in form. */
  fields: z.ZodRawShape;
  /** Says whether a form has all that this method needs. */
  isMeant: (form: Form) => boolean;
  /** Users begin it elsewhere than in a form of the page, so the application's list of methods leaves it out. */
  hasNoForm?: true;
  /** Says whether users may sign in at an application by this method. */
  isOffered: (application: Application) => boolean;
  /** Looks the user up and names the counters. It judges nothing and counts nothing. */
  begin: (deps: AccountDeps, attempt: Attempt<Form>) => Promise<Guess>;
}

type FormOf<Fields extends z.ZodRawShape> = CommonForm & z.output<z.ZodObject<Fields>>;

/** Describes a method. Its functions get the form with the types of its own fields. */
export const defineMethod = <Fields extends z.ZodRawShape>(
  method: Omit<SignInMethod<FormOf<Fields>>, 'fields'> & { fields: Fields },
): SignInMethod => method as unknown as SignInMethod;
