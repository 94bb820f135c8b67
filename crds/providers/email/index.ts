import { defaultEmail } from './default-email.ts';

/** In the order in which people choose them. */
export const email = [defaultEmail] as const;
