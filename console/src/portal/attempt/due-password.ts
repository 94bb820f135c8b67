/** The refusal of a sign-in whose user must choose a new password first. */
export interface DuePassword {
  code: 'password-due';
  data: { name: string; reason: 'asked' | 'expired' };
}

/** The question in a refusal of the server, if it is this one. */
export const duePasswordIn = (error: { code: string; data: unknown }): DuePassword | undefined =>
  error.code === 'password-due' ? (error as DuePassword) : undefined;
