import type { ComponentType } from 'react';
import type { Door } from '../../attempt/door.ts';
import type { Fields } from '../../attempt/sign-in.ts';
import type { Secrets } from '../../credentials/call-sealed.ts';
import type { Problems } from '../../frame/use-problems.ts';
import type { Application } from '../../page.ts';
import type { Word } from '../../words.ts';

/** The texts that a user typed into the form of a method. */
export interface Typed {
  username: string;
  /** The text of the field that the method names. */
  proof: string;
  /** The prefix of phone numbers in the user's organization. */
  phonePrefix: string;
  application: string;
  /** The organization of the user, where it is not the application's. */
  organization: string;
}

export interface FieldsProps {
  application: Application;
  /** The organization of the user, where it is not the application's. */
  organization: string;
  phonePrefix: string;
  username: string;
  problems: Partial<Record<string, string>>;
}

export interface SubmitProps {
  door: Door;
  application: Application;
  username: string;
  /** Counts how often the user sent the form without a problem. */
  sent: number;
}

/** The part of the sign-in form that one method draws. */
export interface MethodForm {
  /** The text of the link that leads here from another method. */
  link: Word;
  /** The name of its tab. Where several methods have one, they stand above the form. */
  tab?: Word;
  /** The label of the user name. A method without one finds the user by itself. */
  username?: Word;
  /** The user name may be empty. */
  needsNoName?: true;
  /** The name of the field with the proof. It gets the focus after a failure. */
  field: string;
  /** The fields below the user name. */
  Fields: ComponentType<FieldsProps>;
  /** The button, where it does something else than to sign in at once. */
  Submit?: ComponentType<SubmitProps>;
  /** Users can lose the proof and set a new one. */
  isRecoverable?: boolean;
  /** Says what is missing or cannot be right, by field. */
  problems: (typed: Typed) => Problems<string>;
  /** The members of the login form, or what gets them. Secrets leave the page encrypted. */
  proof: (typed: Typed) => { fields: Fields | (() => Promise<Fields>); secrets?: Secrets };
}
