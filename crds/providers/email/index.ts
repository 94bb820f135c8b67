import { defaultEmail } from './default-email.ts';
import { xoauth2 } from './xoauth2.ts';

/** In the order in which people choose them. */
export const email = [defaultEmail, xoauth2] as const;
