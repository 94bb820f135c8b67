import { call } from '../call.ts';

export type ContactType = 'email' | 'phone';

/** The user, and the destinations for a code. */
export interface Forgetful {
  username: string;
  /** Masked, unless the user typed it. */
  contacts: { type: ContactType; dest: string }[];
  /** The link of a letter from an administrator leads to the last step at once. */
  isByLetter?: boolean;
}

export interface Place {
  application: string;
  organization: string;
}

/** The answer is the same for existing and missing users. */
export async function lookUp(place: Place, username: string): Promise<Forgetful> {
  const { data } = await call<Record<ContactType, string>>('get-email-and-phone', {
    body: { ...place, username },
  });
  const contacts = (['email', 'phone'] as const)
    .map((type) => ({ type, dest: data[type] }))
    .filter(({ dest }) => dest !== '');
  return { username, contacts };
}
