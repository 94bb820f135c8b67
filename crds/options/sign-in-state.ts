import { z } from 'zod';
import { flag, list, moment } from '../field.ts';

/** What the next sign-in of a user asks for, and since when. */
export const signInState = {
  requireSecondFactor: flag('Second factor required', {
    about: 'The user needs a second factor at sign-in, whatever the rule of the organization is.',
    accountItem: 'Is forbidden',
    untold: true,
  }),
  passwordChangedTime: moment('Password changed', {
    about: 'When the password was set. Empty for passwords from before this was kept.',
    accountItem: 'Password',
    serverSet: true,
    untold: true,
  }),
  mustChangePassword: flag('New password at next sign-in', {
    about: 'A user who signs in with their password must choose a new one first.',
    accountItem: 'Is forbidden',
    untold: true,
  }),
  secondFactors: list('Second factors', z.string().max(20), {
    about: 'Types of the second factors that the user has.',
    max: 20,
    accountItem: 'Password',
    serverSet: true,
    untold: true,
  }),
  secondFactorAskedTime: moment('Second factor asked', {
    about: 'When the user was first asked to set up a second factor. The grace period begins there.',
    accountItem: 'Password',
    serverSet: true,
    untold: true,
  }),
  signinCountries: list('Sign-in countries', z.string().max(2), {
    about: 'Countries from which the user has signed in, as ISO 3166-1 alpha-2 codes.',
    ...{ max: 300, serverSet: true, untold: true },
  }),
};
