import type { FactorForm } from './factor-form.ts';
import { factorForms } from './registry.ts';

/** The ways in which the user of the session can prove themselves. */
export interface Ways {
  password: boolean;
  /** The user has a password here, for changes that need it in any case. */
  ownPassword: boolean;
  factors: readonly string[];
}

export interface ProofProps {
  ways: Ways;
  /** Called once: the user has proved themselves, or has given up. */
  onDone: (isProved: boolean) => void;
}

export const byPassword: FactorForm = { name: 'password', choice: 'proofUsePassword', lead: 'proofLead' };

/** Their forms, the password first. */
export const formsOf = ({ password, factors }: Ways): FactorForm[] => [
  ...(password ? [byPassword] : []),
  ...factorForms.filter(({ name }) => factors.includes(name)),
];
