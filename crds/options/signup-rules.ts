export const signupItemNames = [
  'Username',
  'ID',
  'Display name',
  'Affiliation',
  'Country/Region',
  'ID card',
  'Email',
  'Password',
  'Confirm password',
  'Phone',
  'Agreement',
] as const;

export const signupRules = [
  'None',
  'Random',
  'Incremental',
  'Real name',
  'First, last',
  'Normal',
  'No verification',
] as const;

export type SignupItemName = (typeof signupItemNames)[number];
export type SignupRule = (typeof signupRules)[number];

const rulesByItem: Partial<Record<SignupItemName, readonly [SignupRule, ...SignupRule[]]>> = {
  ID: ['Random', 'Incremental'],
  'Display name': ['None', 'Real name', 'First, last'],
  Email: ['Normal', 'No verification'],
};

/** The rules of an item; the first is the default. */
export const rulesOf = (name: SignupItemName): readonly [SignupRule, ...SignupRule[]] => rulesByItem[name] ?? ['None'];
