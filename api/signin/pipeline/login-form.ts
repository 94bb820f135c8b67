import { z } from 'zod';
import { placeFields } from '../place/place-fields.ts';
import type { SignInParts } from './parts.ts';

/** The sign-in form: the members that every sign-in has, and those of the methods and steps. */
export const loginForm = ({ methods, steps, targets }: SignInParts) =>
  z.object({
    type: z
      .string()
      .max(100)
      .default('')
      .describe(
        '`login` signs in to the console. `code`, `token` and `id_token` sign in at the client that the query names, and `saml` at a service provider.',
      ),
    application: z.string().max(100).default('').describe('Name of the application.'),
    organization: placeFields.organization,
    username: z.string().max(200).default('').describe('Name, email, phone or ID card number.'),
    ...(methods.fields as object),
    ...(steps.fields as object),
    ...(targets.fields as object),
    account: z
      .string()
      .max(201)
      .default('')
      .describe(
        'Without a username, owner/name of the user whom the page shows. The call does nothing for another user.',
      ),
    autoSignin: z.boolean().default(false).describe('Stay signed in for 30 days.'),
  });
