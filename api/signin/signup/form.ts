import { z } from 'zod';

const text = (about: string, max = 100) => z.string().max(max).default('').describe(about);

/** Copied texts contain spaces, and keyboards of phones end a word with one. */
const trimmed = (about: string) => z.string().trim().max(100).default('').describe(about);

/** The form of a sign-up page. The application's signup items say which members count. */
export const signupForm = z.object({
  application: z.string().min(1).max(100).describe('Name of the application.'),
  organization: text("Organization one joins: the application's."),
  username: text('Username.'),
  name: trimmed('Display name.'),
  firstName: trimmed('First name, where the display name is made of both.'),
  lastName: trimmed('Last name, where the display name is made of both.'),
  password: z
    .string()
    .default('')
    .describe('Password, at least 8 characters, or 6 where the organization allows weak ones.'),
  passkey: z
    .string()
    .max(20_000)
    .default('')
    .describe('In place of a password, the answer of a passkey to newcomer/begin, as JSON.'),
  confirm: z.string().optional().describe('The password once more.'),
  email: trimmed('Email address.'),
  emailCode: text('The code that was sent to the email address.', 20),
  phone: trimmed('Phone number.'),
  phoneCode: text('The code that was sent to the phone.', 20),
  phonePrefix: text("Prefix of the phone number; the organization's holds.", 10),
  affiliation: trimmed('Affiliation.'),
  region: trimmed('Country or region, as an ISO 3166-1 alpha-2 code.'),
  idCard: trimmed('ID card number.'),
  key: z
    .string()
    .regex(/^([\w-]{22,64})?$/)
    .default('')
    .describe(
      'Text drawn by chance: the same form sent again with it within ten minutes, because its answer was lost, is the same sign-up.',
    ),
  agreement: z.boolean().default(false).describe('The terms of use are accepted.'),
});

export type SignupForm = z.output<typeof signupForm>;
