import { call } from '../../http/call.ts';
import { callSealed } from '../../http/call-sealed.ts';

export interface TrialUser {
  name: string;
  password: string;
}

/** A password of every sort of letter, which rules may ask for. */
function generatePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `Trial-${[...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')}-7`;
}

/** Adds a user with a generated password. A number in the name makes it free. Many programs need an email; this one belongs to nobody. */
export async function addTrialUser(organization: string): Promise<TrialUser> {
  const name = `trial-${crypto.getRandomValues(new Uint16Array(1))[0]}`;
  const password = generatePassword();
  await call('add-user', { body: { owner: organization, name, displayName: 'Trial', email: `${name}@example.com` } });
  await callSealed('set-password', { newPassword: password }, { userOwner: organization, userName: name });
  return { name, password };
}
