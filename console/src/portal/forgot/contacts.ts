import { call } from '../call.ts';

export type ContactType = 'email' | 'phone';

/** Whose password it is, and where a code can be sent to him. */
export interface Forgetful {
  username: string;
  /** Masked, unless it was given. */
  contacts: { type: ContactType; dest: string }[];
}

export interface Place {
  application: string;
  organization: string;
}

/** The answer is alike for people and for nobody. */
export async function lookUp(place: Place, username: string): Promise<Forgetful> {
  const { data } = await call<Record<ContactType, string>>('get-email-and-phone', {
    body: { ...place, username },
  });
  const contacts = (['email', 'phone'] as const)
    .map((type) => ({ type, dest: data[type] }))
    .filter(({ dest }) => dest !== '');
  return { username, contacts };
}
