import { z } from 'zod';
import type { SignInParts } from './parts.ts';

/** The sign-in form: the members that every sign-in has, and those of the methods and steps. */
export const loginForm = ({ methods, steps }: Pick<SignInParts, 'methods' | 'steps'>) =>
  z.object({
    type: z
      .string()
      .max(100)
      .default('')
      .describe('`login` signs in here; `code`, `token` and `id_token` at the client that the query names.'),
    application: z.string().max(100).default('').describe('Name of the application one signs in at.'),
    organization: z.string().max(100).default('').describe("Organization of the user; without it the application's."),
    username: z.string().max(200).default('').describe('Name, email, phone or ID card number.'),
    ...(methods.fields as object),
    ...(steps.fields as object),
    account: z
      .string()
      .max(201)
      .default('')
      .describe('Without a username, owner/name of the user whom the page shows: for another one nothing is done.'),
    autoSignin: z.boolean().default(false).describe('Stay signed in for 30 days.'),
  });
