export const cryptoAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const;

/** The key type or curve of each algorithm, by its name in OpenSSL. */
export const keyTypes: Readonly<Record<(typeof cryptoAlgorithms)[number], string>> = {
  RS256: 'rsa',
  RS384: 'rsa',
  RS512: 'rsa',
  PS256: 'rsa',
  ES256: 'prime256v1',
  ES384: 'secp384r1',
  EdDSA: 'ed25519',
};
