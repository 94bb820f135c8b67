/** The algorithms that tokens are signed with. */
export const cryptoAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const;
