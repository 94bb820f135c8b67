import type { FactorForm } from './factor-form.ts';

/** The forms of second factors. A new one is one entry here. */
export const factorForms: readonly FactorForm[] = [
  { name: 'totp', choice: 'factorUseApp', lead: 'factorAppLead', code: 'numeric' },
  { name: 'recovery', choice: 'factorUseRecovery', lead: 'factorRecoveryLead', code: 'text' },
];
