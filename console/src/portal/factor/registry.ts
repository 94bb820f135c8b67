import type { FactorForm } from './factor-form.ts';
import { PasskeyForm } from './PasskeyForm.tsx';

/** The forms of second factors. A new one is one entry here. */
export const factorForms: readonly FactorForm[] = [
  { name: 'totp', choice: 'factorUseApp', lead: 'factorAppLead', code: 'numeric' },
  { name: 'passkey', choice: 'factorUsePasskey', lead: 'factorPasskeyLead', Form: PasskeyForm },
  { name: 'email', choice: 'factorUseEmail', lead: 'factorEmailLead', code: 'numeric', isSent: true },
  { name: 'phone', choice: 'factorUsePhone', lead: 'factorPhoneLead', code: 'numeric', isSent: true },
  { name: 'recovery', choice: 'factorUseRecovery', lead: 'factorRecoveryLead', code: 'text' },
];
