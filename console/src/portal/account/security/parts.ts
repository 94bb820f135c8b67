import type { LoadSection } from '../section.ts';

/** The parts of «Sign-in and security», in their order. Each is a panel in a file of its own. */
export const parts: Readonly<Record<string, LoadSection>> = {
  password: async () => (await import('./password/Password.tsx')).Password,
  passkeys: async () => (await import('./passkeys/Passkeys.tsx')).Passkeys,
  secondFactor: async () => (await import('./factor/SecondFactor.tsx')).SecondFactor,
  recoveryCodes: async () => (await import('./recovery/Recovery.tsx')).Recovery,
};
