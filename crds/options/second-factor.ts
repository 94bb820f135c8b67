/** When users need a second factor, from the weakest rule to the strictest. */
export const secondFactorRules = ['off', 'optional', 'administrators', 'everyone'] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

/** An application makes the rule of the organization stricter, and never weaker. */
export const applicationFactorRules = ['organization', 'administrators', 'everyone'] as const;

/** Codes that are sent. They are weaker than an app or a passkey, so the organization allows them. */
export const weakFactorTypes = ['email', 'phone'] as const;
